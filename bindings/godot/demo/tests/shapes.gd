## Each kind of collider holds a cube up at its surface.
extends "res://tests/check.gd"

const APART := 6.0

var asset: SoftAsset = null
## Name, cube, and the signed distance [m] of a point to the collider.
var cases: Array[Array] = []


func run() -> void:
	var first := cube(Vector3(0, -50, 0))
	asset = first.asset
	first.queue_free()
	_add_primitives()
	_add_meshes()
	_add_engine_nodes()
	await ticks(60)
	for case in cases:
		_report(case[0], case[1], case[2])


func _report(key: String, body: SoftBody, distance: Callable) -> void:
	var low := INF
	for vertex in body.get_vertices_world():
		low = minf(low, distance.call(vertex))
	number(key + ".gap", low)
	number(key + ".speed", body.get_linear_velocity().length())


## A static collider whose top is at 0, and a cube above.
func _case(key: String, shape: Shape3D, low: float, distance: Callable, turned := Basis()) -> void:
	var x := cases.size() * APART
	var at := Vector3(x, 0, 0)
	solid(StaticBody3D.new(), shape, Transform3D(turned, at + Vector3(0, low, 0)))
	_drop(key, at, distance)


func _drop(key: String, at: Vector3, distance: Callable) -> void:
	var body := cube(at + Vector3(0, 0.3, 0), asset)
	cases.append([key, body, func(p: Vector3) -> float: return distance.call(p - at)])


func _add_primitives() -> void:
	var top := func(p: Vector3) -> float: return p.y
	var sphere := SphereShape3D.new()
	sphere.radius = 1.5
	_case("sphere", sphere, -1.5, func(p: Vector3) -> float: return (p + Vector3(0, 1.5, 0)).length() - 1.5)
	_case("box", box(Vector3(2, 0.5, 2)), -0.25, top)
	var capsule := CapsuleShape3D.new()
	capsule.radius = 1.0
	capsule.height = 4.0
	var lying := Basis(Vector3(1, 0, 0), PI / 2)
	_case("capsule", capsule, -1.0, func(p: Vector3) -> float: return Vector2(p.x, p.y + 1.0).length() - 1.0, lying)
	var cylinder := CylinderShape3D.new()
	cylinder.radius = 1.2
	cylinder.height = 1.0
	_case("cylinder", cylinder, -0.5, top)


func _add_meshes() -> void:
	var top := func(p: Vector3) -> float: return p.y
	var block := BoxMesh.new()
	block.size = Vector3(2, 1, 2)
	_case("convex", block.create_convex_shape(), -0.5, top)
	_case("concave", block.create_trimesh_shape(), -0.5, top)
	# Its one deep cell is aside of its middle, so that a map that is turned or mirrored shows.
	var heights := HeightMapShape3D.new()
	heights.map_width = 6
	heights.map_depth = 4
	var data := PackedFloat32Array()
	for row in 4:
		for column in 6:
			data.append(0.0 if row in [1, 2] and column in [3, 4] else 0.6)
	heights.map_data = data
	var at := Vector3(cases.size() * APART, 0, 0)
	solid(StaticBody3D.new(), heights, Transform3D(Basis(), at - Vector3(1, 0, 0)))
	_drop("height_map", at, top)


func _add_engine_nodes() -> void:
	var top := func(p: Vector3) -> float: return p.y
	var csg := CSGBox3D.new()
	csg.size = Vector3(2, 1, 2)
	csg.use_collision = true
	csg.position = Vector3(cases.size() * APART, -0.5, 0)
	add_child(csg)
	_drop("csg", Vector3(cases.size() * APART, 0, 0), top)
	# A body that is turned a quarter, with a shape that is turned back and scaled.
	var body := StaticBody3D.new()
	var holder := CollisionShape3D.new()
	holder.shape = box(Vector3(1, 0.5, 1))
	holder.transform = Transform3D(Basis(Vector3(0, 0, 1), -PI / 2).scaled(Vector3.ONE * 2.0), Vector3.ZERO)
	body.add_child(holder)
	var at := Vector3(cases.size() * APART, -0.5, 0)
	body.transform = Transform3D(Basis(Vector3(0, 0, 1), PI / 2), at)
	add_child(body)
	_drop("turned_scaled", Vector3(at.x, 0, 0), top)
	# The plane lies below all the others. A case that a cube falls off ends there, and its gap says so.
	var plane := WorldBoundaryShape3D.new()
	solid(StaticBody3D.new(), plane, Transform3D(Basis(), Vector3(0, -3, 0)))
	at = Vector3(cases.size() * APART, -3, 0)
	_drop("plane", at, top)
