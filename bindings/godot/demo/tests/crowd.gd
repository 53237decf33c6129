## The scene crowd.tscn as it is, then with Godot's SoftBody3D: time of a frame and whether all stay above the ground.
extends "res://tests/check.gd"

const FRAMES := 90


func run() -> void:
	await _crowd("pliant", false)
	await _crowd("godot", true)


func _crowd(key: String, godot: bool) -> void:
	var crowd: Node = load("res://crowd.tscn").instantiate()
	crowd.godot = godot
	crowd.print_times = false
	var began := Time.get_ticks_usec()
	add_child(crowd)
	await get_tree().physics_frame
	number(key + ".setup_ms", (Time.get_ticks_usec() - began) / 1e3)
	began = Time.get_ticks_usec()
	for i in FRAMES:
		await get_tree().physics_frame
		if not godot:
			SoftWorld.current(self).wait()
	number(key + ".frame_ms", (Time.get_ticks_usec() - began) / 1e3 / FRAMES)
	_measure(key, crowd)
	crowd.queue_free()
	await ticks(2)


## Where the bodies are, how much of their height they keep, and how many are in one another.
func _measure(key: String, crowd: Node) -> void:
	var below := 0
	var deepest := 0.0
	var spread := 0.0
	var tall := 0.0
	var centres: Array[Vector3] = []
	for body in crowd.bodies:
		var vertices := _vertices(body)
		var centre := Vector3.ZERO
		var box := AABB(vertices[0], Vector3.ZERO)
		for vertex in vertices:
			centre += vertex / vertices.size()
			box = box.expand(vertex)
			deepest = maxf(deepest, crowd.height(vertex.x, vertex.z) - vertex.y)
		spread = maxf(spread, Vector2(centre.x, centre.z).length())
		tall += box.size.y / crowd.mesh.height / crowd.bodies.size()
		if centre.y < crowd.height(centre.x, centre.z):
			below += 1
		centres.append(centre)
	# Distance of the nearest two centres in diameters: bodies that are in each other have less than half.
	var apart := INF
	for i in centres.size():
		for j in i:
			apart = minf(apart, centres[i].distance_to(centres[j]) / crowd.mesh.height)
	number(key + ".bodies_below", below)
	number(key + ".deepest", deepest)
	number(key + ".spread", spread)
	number(key + ".tall", tall)
	number(key + ".apart", apart)


func _vertices(body: Node) -> PackedVector3Array:
	if body is SoftBody:
		return body.get_vertices_world()
	var found := PackedVector3Array()
	for i in body.mesh.surface_get_array_len(0):
		found.append(body.get_point_transform(i))
	return found
