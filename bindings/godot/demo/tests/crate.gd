## A light wooden crate falls on a jelly of sixty times its mass, and comes to rest on it.
extends "res://tests/check.gd"

const SIDE := 0.3


func run() -> void:
	solid(StaticBody3D.new(), WorldBoundaryShape3D.new(), Transform3D())
	var jelly := block(Vector3.ONE, SoftMaterial.make(1), Vector3(0, 0.51, 0))
	var crate := block(Vector3.ONE * SIDE, SoftMaterial.make(7), Vector3(0, 1.25, 0))
	number("mass_ratio", jelly.get_mass() / crate.get_mass())
	await ticks(150)
	var place := crate.get_center_of_mass()
	number("gap", lowest(crate) - top_below(jelly, place))
	number("off", Vector2(place.x, place.z).length())
	await ticks(30)
	number("creep", (crate.get_center_of_mass() - place).length())


func block(size: Vector3, material: SoftMaterial, place: Vector3) -> SoftBody:
	var body := SoftBody.new()
	var mesh := BoxMesh.new()
	mesh.size = size
	mesh.subdivide_width = 3
	mesh.subdivide_height = 3
	mesh.subdivide_depth = 3
	body.mesh = mesh
	body.material = material
	body.conforming = true
	body.element_count = 300
	body.asset = body.cook()
	body.position = place
	add_child(body)
	return body


## Greatest height of a body's vertices below the crate [m].
func top_below(body: SoftBody, place: Vector3) -> float:
	var top := -INF
	for vertex in body.get_vertices_world():
		if absf(vertex.x - place.x) < 0.5 * SIDE and absf(vertex.z - place.z) < 0.5 * SIDE:
			top = maxf(top, vertex.y)
	return top
