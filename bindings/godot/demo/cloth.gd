## A sheet hangs by two pins from a rail that moves. It falls over a CSG sphere and a mesh, in gusts of wind.
## R lets the sheet go.
extends Node3D

@onready var rail: Node3D = $Rail
@onready var world: SoftWorld = $SoftWorld
var time := 0.0


func _ready() -> void:
	# Colliders made while the game runs are found like those of the scene. This one is a mesh of triangles.
	$Wheel.create_trimesh_collision()


func _physics_process(delta: float) -> void:
	time += delta
	rail.position.z = -0.6 - 0.4 * cos(time)
	# The air's velocity [m/s].
	world.wind = Vector3(0, 0, -3.0 - 2.0 * sin(2.5 * time))


func _unhandled_key_input(event: InputEvent) -> void:
	if event.is_pressed() and event.keycode == KEY_R:
		$Rail/PinLeft.release()
		$Rail/PinRight.release()
