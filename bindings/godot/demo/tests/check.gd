## What all checks share.
extends Node3D


## Prints a number that xtask reads.
func number(key: String, value: float) -> void:
	print("number %s.%s %s" % [name, key, String.num(value, 6)])


## Waits for physics ticks, and at the end for the GPU.
func ticks(count: int) -> void:
	for i in count:
		await get_tree().physics_frame
		if i % 20 == 19:
			# On a software driver a tick may take a second.
			print("  tick ", i + 1, " of ", count)
	SoftWorld.current(self).wait()


## A cube of 0.5 m, of tets that follow its surface.
func cube(place: Vector3, asset: SoftAsset = null) -> SoftBody:
	var body := SoftBody.new()
	var mesh := BoxMesh.new()
	mesh.size = Vector3.ONE * 0.5
	mesh.subdivide_width = 3
	mesh.subdivide_height = 3
	mesh.subdivide_depth = 3
	body.mesh = mesh
	body.material = SoftMaterial.make(2)
	body.conforming = true
	body.element_count = 200
	body.asset = asset if asset else body.cook()
	body.position = place
	add_child(body)
	return body


## A body of the engine with one shape.
func solid(body: PhysicsBody3D, shape: Shape3D, place: Transform3D) -> PhysicsBody3D:
	var holder := CollisionShape3D.new()
	holder.shape = shape
	body.add_child(holder)
	body.transform = place
	add_child(body)
	return body


func box(size: Vector3) -> BoxShape3D:
	var shape := BoxShape3D.new()
	shape.size = size
	return shape


## Lowest height of a body's vertices [m].
func lowest(body: Node) -> float:
	var low := INF
	for vertex in body.get_vertices_world():
		low = minf(low, vertex.y)
	return low
