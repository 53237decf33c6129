## The scene cloth.tscn as it is: pins hold, the sheet stays outside of the sphere and above the floor.
extends "res://tests/check.gd"


func run() -> void:
	var scene: Node = load("res://cloth.tscn").instantiate()
	add_child(scene)
	var sheet: Cloth = scene.get_node("Sheet")
	var sphere: Vector3 = scene.get_node("Sphere").position
	var pins := [scene.get_node("Rail/PinLeft"), scene.get_node("Rail/PinRight")]
	var in_sphere := INF
	var low := INF
	var torn := 0.0
	for i in 9:
		await ticks(10)
		var vertices := sheet.get_vertices_world()
		for vertex in vertices:
			in_sphere = minf(in_sphere, vertex.distance_to(sphere) - 0.5)
			low = minf(low, vertex.y)
		for pin in pins:
			torn = maxf(torn, _nearest(vertices, pin.global_position))
	number("in_sphere", in_sphere)
	number("lowest", low)
	number("pin_distance", torn)
	number("hangs", sheet.get_center_of_mass().y)
	for pin in pins:
		pin.release()
	await ticks(50)
	number("released", sheet.get_center_of_mass().y)


func _nearest(vertices: PackedVector3Array, place: Vector3) -> float:
	var nearest := INF
	for vertex in vertices:
		nearest = minf(nearest, vertex.distance_to(place))
	return nearest
