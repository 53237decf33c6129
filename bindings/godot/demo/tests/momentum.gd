## A soft ball meets a rigid one in free flight: what one loses, the other gains.
extends "res://tests/check.gd"


func run() -> void:
	var space := get_world_3d().space
	var gravity: float = PhysicsServer3D.area_get_param(space, PhysicsServer3D.AREA_PARAM_GRAVITY)
	PhysicsServer3D.area_set_param(space, PhysicsServer3D.AREA_PARAM_GRAVITY, 0.0)
	var soft := SoftBody.new()
	soft.mesh = SphereMesh.new()
	soft.mesh.radial_segments = 24
	soft.mesh.rings = 12
	soft.material = SoftMaterial.make(1)
	# Its volume is that of its mesh; a cage would be larger, and heavier.
	soft.conforming = true
	soft.element_count = 400
	soft.asset = soft.cook()
	soft.linear_velocity = Vector3(2, 0, 0)
	add_child(soft)
	var rigid := RigidBody3D.new()
	rigid.linear_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	rigid.angular_damp_mode = RigidBody3D.DAMP_MODE_REPLACE
	rigid.can_sleep = false
	var ball := SphereShape3D.new()
	solid(rigid, ball, Transform3D(Basis(), Vector3(1.2, 0.2, 0)))
	await ticks(2)
	rigid.mass = soft.get_mass()
	rigid.linear_velocity = Vector3(-0.5, 0, 0)
	await ticks(2)
	var mass := soft.get_mass()
	number("volume", mass / soft.material.density)
	var before := _momentum(soft, rigid)
	var rigid_before := rigid.linear_velocity.x
	number("soft_speed_before", soft.get_linear_velocity().x)
	await ticks(45)
	var after := _momentum(soft, rigid)
	number("soft_speed", soft.get_linear_velocity().x)
	number("rigid_speed", rigid.linear_velocity.x)
	number("error", (after - before).length() / before.length())
	# Velocity that the rigid ball gained, in shares of what it gains where nothing springs back.
	var met := (soft.get_linear_velocity() - rigid.linear_velocity).x
	number("separates", -met)
	number("gain", (rigid.linear_velocity.x - rigid_before) / 1.25)
	PhysicsServer3D.area_set_param(space, PhysicsServer3D.AREA_PARAM_GRAVITY, gravity)


func _momentum(soft: SoftBody, rigid: RigidBody3D) -> Vector3:
	return soft.get_mass() * soft.get_linear_velocity() + rigid.mass * rigid.linear_velocity
