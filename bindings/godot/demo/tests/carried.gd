## A platform that a script moves carries a cube along, and lifts another.
extends "res://tests/check.gd"

const SPEED := 0.5

var moving := false
var cart: AnimatableBody3D
var lift: AnimatableBody3D


func run() -> void:
	var rough := PhysicsMaterial.new()
	rough.friction = 1.0
	cart = AnimatableBody3D.new()
	lift = AnimatableBody3D.new()
	for body in [cart, lift]:
		body.physics_material_override = rough
	solid(cart, box(Vector3(2, 0.5, 2)), Transform3D(Basis(), Vector3(0, -0.25, 0)))
	solid(lift, box(Vector3(2, 0.5, 2)), Transform3D(Basis(), Vector3(0, -0.25, 4)))
	var on_cart := cube(Vector3(0, 0.26, 0))
	var on_lift := cube(Vector3(0, 0.26, 4), on_cart.asset)
	await ticks(30)
	var cart_began := cart.position
	var lift_began := lift.position
	var on_cart_began := on_cart.get_center_of_mass()
	var on_lift_began := on_lift.get_center_of_mass()
	moving = true
	await ticks(60)
	moving = false
	# What the platforms still do, and the cubes with them.
	await ticks(30)
	var cart_way := cart.position - cart_began
	var lift_way := lift.position - lift_began
	number("cart_way", cart_way.x)
	number("cart_slip", (on_cart.get_center_of_mass() - on_cart_began - cart_way).length())
	number("lift_way", lift_way.y)
	number("lift_slip", (on_lift.get_center_of_mass() - on_lift_began - lift_way).length())
	number("lift_gap", lowest(on_lift) - (lift.position.y + 0.25))


func _physics_process(delta: float) -> void:
	if moving:
		cart.position.x += SPEED * delta
		lift.position.y += SPEED * delta
