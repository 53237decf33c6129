## The scene jelly.tscn as it is: the ring comes down the stairs and stays on the floor, the ball is pushed back.
extends "res://tests/check.gd"


func run() -> void:
	var scene: Node = load("res://jelly.tscn").instantiate()
	add_child(scene)
	var ring: SoftBody = scene.get_node("Ring")
	var ball: RigidBody3D = scene.get_node("Ball")
	var low := INF
	var fastest_back := -INF
	for i in 15:
		await ticks(10)
		low = minf(low, lowest(ring))
		fastest_back = maxf(fastest_back, ball.linear_velocity.x)
	number("lowest", low)
	number("ball_back", fastest_back)
	number("node_apart", ring.global_position.distance_to(ring.get_center_of_mass()))
	number("height", ring.get_center_of_mass().y)
	number("speed", ring.get_linear_velocity().length())
