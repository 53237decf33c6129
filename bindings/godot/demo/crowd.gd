## 64 soft bodies that share one cooked asset fall into a bowl of heights with walls.
## `godot` puts Godot's own SoftBody3D in their place: same mesh, same places, the mass of the mesh (`SoftBody` weighs its cells).
extends Node3D

const SIDE := 16  ## Cells of the height map along each side, of 0.5 m.
const CELL := 0.5

@export var mesh: SphereMesh
@export var material: SoftMaterial
@export var ground_material: Material
@export var count := 64
@export var godot := false
@export var print_times := true

var bodies: Array[Node] = []
var frames := 0
var began_us := 0


func _ready() -> void:
	_make_ground()
	var asset: SoftAsset = null
	var mass := 0.0
	for i in count:
		var place := Vector3(i % 4 - 1.5, 0, int(i / 4.0) % 4 - 1.5) * 0.9
		place += Vector3(0.05 * (i % 3), 1.0 + 0.8 * int(i / 16.0), 0.04 * (i % 5))
		if godot:
			bodies.append(_add_godot(place))
			continue
		var body := SoftBody.new()
		body.mesh = mesh
		body.material = material
		body.element_count = 300
		# The first body is cooked; the others share what came of it.
		if asset == null:
			asset = body.cook()
		body.asset = asset
		body.position = place
		add_child(body)
		bodies.append(body)
	print("%d bodies of %s" % [count, "SoftBody3D" if godot else "SoftBody"])


## Height of the ground [m].
func height(x: float, z: float) -> float:
	return 0.03 * (x * x + z * z)


func _make_ground() -> void:
	var shape := HeightMapShape3D.new()
	shape.map_width = SIDE + 1
	shape.map_depth = SIDE + 1
	var heights := PackedFloat32Array()
	var tool := SurfaceTool.new()
	tool.begin(Mesh.PRIMITIVE_TRIANGLES)
	for row in SIDE + 1:
		for column in SIDE + 1:
			var x := (column - SIDE / 2.0) * CELL
			var z := (row - SIDE / 2.0) * CELL
			# A height map has cells of 1 m; the node's scale makes them CELL, in height too.
			heights.append(height(x, z) / CELL)
			tool.add_vertex(Vector3(x, height(x, z), z))
	for row in SIDE:
		for column in SIDE:
			var a := row * (SIDE + 1) + column
			for index in [a, a + 1, a + SIDE + 1, a + 1, a + SIDE + 2, a + SIDE + 1]:
				tool.add_index(index)
	tool.generate_normals()
	tool.set_material(ground_material)
	$Ground/Mesh.mesh = tool.commit()
	shape.map_data = heights
	$Ground/Shape.shape = shape
	$Ground/Shape.scale = Vector3.ONE * CELL
	for side in 4:
		var wall := CollisionShape3D.new()
		wall.shape = BoxShape3D.new()
		wall.shape.size = Vector3(SIDE * CELL, 8, 0.5)
		wall.rotation.y = side * PI / 2
		wall.position = wall.basis * Vector3(0, 2, SIDE * CELL / 2)
		$Ground.add_child(wall)


func _add_godot(place: Vector3) -> SoftBody3D:
	var body := SoftBody3D.new()
	body.mesh = _welded()
	body.position = place
	# The volume of the ball times the density of the material [kg].
	body.total_mass = 4.0 / 3.0 * PI * pow(mesh.radius, 3) * material.density
	body.linear_stiffness = 0.5
	# Enough pressure to keep most of its height.
	body.pressure_coefficient = 1000.0
	add_child(body)
	return body


## The mesh as one surface that a SoftBody3D may change.
func _welded() -> ArrayMesh:
	var result := ArrayMesh.new()
	result.add_surface_from_arrays(Mesh.PRIMITIVE_TRIANGLES, mesh.get_mesh_arrays())
	result.surface_set_material(0, mesh.material)
	return result


func _process(_delta: float) -> void:
	if not print_times:
		return
	frames += 1
	if frames % 60 == 0:
		var now := Time.get_ticks_usec()
		if began_us:
			print("%.1f ms a frame" % ((now - began_us) / 60e3))
		began_us = now
