## A balloon is filled to its volume at rest, and blown up while it falls.
extends "res://tests/check.gd"

var mesh := SphereMesh.new()


func run() -> void:
	mesh.radius = 0.25
	mesh.height = 0.5
	mesh.radial_segments = 16
	mesh.rings = 8
	var rest := volume(mesh.get_mesh_arrays()[Mesh.ARRAY_VERTEX])
	var balloon := Cloth.new()
	balloon.mesh = mesh
	balloon.material = ClothMaterial.make(6)
	balloon.position = Vector3(0, 5, 0)
	add_child(balloon)
	await ticks(10)
	number("filled", volume(balloon.get_vertices_world()) / rest)
	balloon.material.volume_factor = 1.5
	await ticks(40)
	number("blown_up", volume(balloon.get_vertices_world()) / rest)
	number("fallen", 5.0 - balloon.get_center_of_mass().y)


## What the triangles of the mesh enclose at these vertices [m³].
func volume(at: PackedVector3Array) -> float:
	var corners: PackedInt32Array = mesh.get_mesh_arrays()[Mesh.ARRAY_INDEX]
	var six := 0.0
	for i in range(0, corners.size(), 3):
		# From a point of it, since far from the origin sums of f32 would cancel.
		var a := at[corners[i]] - at[0]
		six += a.dot((at[corners[i + 1]] - at[0]).cross(at[corners[i + 2]] - at[0]))
	return absf(six) / 6.0
