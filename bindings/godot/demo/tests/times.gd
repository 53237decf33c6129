## Times a frame of crowd.tscn, or of several side by side, with SoftBody or with Godot's SoftBody3D:
## `godot --headless --fixed-fps 60 --path . -s tests/times.gd -- WHAT BODIES PACE FRAMES LIMIT_S`
## WHAT: pliant; apart (pliant, soft bodies do not touch each other); godot.
## PACE: free (as many frames as go); wait (each frame waits for the GPU); paced (60 frames a second; sleep is not
## counted).
## Nothing is drawn. What the nodes do for drawing is done all the same: new vertices go to the RenderingServer each
## frame.
extends SceneTree

const IN_A_CROWD := 64
## From one crowd to the next [m].
const SPACING := 10.0
const FRAME_US := 16667
## A vertex this near to the ground touches it [m].
const TOUCH := 0.02


## Reads the clock when all other nodes are done.
class Last:
	extends Node
	signal ticked
	signal processed

	func _init() -> void:
		process_priority = 2147483647
		process_physics_priority = 2147483647

	func _physics_process(_delta: float) -> void:
		ticked.emit()

	func _process(_delta: float) -> void:
		processed.emit()


var what := ""
var pace := ""
var frames := 0
var limit_us := 0
var crowds: Array[Node] = []
var bodies: Array[Node] = []
var soft_world: Node
var last := Last.new()
var is_timing := false
var started_us := 0
var slept_us := 0
## When the parts of this frame began: nodes' tick, wait for the GPU, engine's step, nodes' frame, end.
var marks := PackedInt64Array()
## Times of all frames [ms]: all of it, then its parts.
var spans: Array[PackedFloat64Array] = []
var lags := 0
var finished: Dictionary = {}


func _initialize() -> void:
	_run.call_deferred()


func _run() -> void:
	var arguments := OS.get_cmdline_user_args()
	what = arguments[0]
	pace = arguments[2]
	frames = int(arguments[3])
	limit_us = int(arguments[4]) * 1000000
	for i in 7:
		spans.append(PackedFloat64Array())
	var began := Time.get_ticks_usec()
	_build(int(arguments[1]))
	root.add_child(last)
	physics_frame.connect(_on_tick_begins)
	last.ticked.connect(_on_tick_ends)
	process_frame.connect(_on_frame_begins)
	last.processed.connect(_on_frame_ends)
	await physics_frame
	await process_frame
	print("  start: %.0f ms" % ((Time.get_ticks_usec() - began) / 1e3))
	_describe()
	# Those at the bottom land first.
	var waited := 0
	while not _touches() and waited < 200:
		await process_frame
		waited += 1
	print("  the first touches the ground after %d frames" % waited)
	started_us = Time.get_ticks_usec()
	is_timing = true
	while is_timing:
		await process_frame
	_report()
	quit()


func _build(count: int) -> void:
	var scene: PackedScene = load("res://crowd.tscn")
	var crowd_count := ceili(count / float(IN_A_CROWD))
	var side := ceili(sqrt(crowd_count))
	for i in crowd_count:
		var crowd: Node3D = scene.instantiate()
		crowd.godot = what == "godot"
		crowd.count = mini(IN_A_CROWD, count - i * IN_A_CROWD)
		crowd.print_times = false
		# Soft bodies of Godot Physics fall through a height map that is not at the origin, and through each other: all
		# of them land on the first crowd's ground.
		var is_at_origin: bool = crowd.godot and not _is_jolt()
		if not is_at_origin:
			crowd.position = SPACING * Vector3(i % side - (side - 1) / 2.0, 0, int(i / float(side)) - (side - 1) / 2.0)
		root.add_child(crowd)
		if is_at_origin and i > 0:
			crowd.get_node("Ground").free()
		crowds.append(crowd)
		bodies.append_array(crowd.bodies)
	if what == "godot":
		return
	soft_world = SoftWorld.current(crowds[0])
	if what == "apart":
		for body in bodies:
			body.collision_layer = 2


func _describe() -> void:
	print("  processors: %d, engine's physics: %s" % [
		OS.get_processor_count(), ProjectSettings.get_setting("physics/3d/physics_engine")])
	var arrays: Array = crowds[0].mesh.get_mesh_arrays()
	var places: Dictionary = {}
	for vertex in arrays[Mesh.ARRAY_VERTEX]:
		places[vertex.snapped(Vector3.ONE * 1e-5)] = true
	print("  mesh: %d vertices at %d places, %d triangles" % [
		arrays[Mesh.ARRAY_VERTEX].size(), places.size(), arrays[Mesh.ARRAY_INDEX].size() / 3.0])
	var body := bodies[0]
	if what == "godot":
		print("  SoftBody3D: simulation_precision %d, linear_stiffness %s, pressure_coefficient %s" % [
			body.simulation_precision, body.linear_stiffness, body.pressure_coefficient])
		print("  damping_coefficient %.3f, total_mass %.1f kg" % [body.damping_coefficient, body.total_mass])
		print("  SoftBody3Ds that write their vertices each frame: %d"
			% RenderingServer.get_signal_connection_list("frame_pre_draw").size())
		return
	var stats: Dictionary = soft_world.get_stats()
	print("  adapter: ", stats.adapter)
	print("  SoftBody: %d simulated vertices and %d tets each, mass %.1f kg, 4 epochs of 5 iterations a tick" % [
		stats.vertices / bodies.size(), stats.tets / bodies.size(), body.get_mass()])


func _touches() -> bool:
	for vertex in _vertices(bodies[0]):
		if vertex.y - _ground(crowds[0], vertex) < TOUCH:
			return true
	return false


func _on_tick_begins() -> void:
	var now := Time.get_ticks_usec()
	if is_timing and marks.size() == 5:
		_keep(now)
	marks = [now]


func _on_tick_ends() -> void:
	marks.append(Time.get_ticks_usec())
	if pace == "wait" and soft_world:
		soft_world.wait()
	marks.append(Time.get_ticks_usec())


func _on_frame_begins() -> void:
	marks.append(Time.get_ticks_usec())


func _on_frame_ends() -> void:
	# The engine tells this before it draws; SoftBody3D then writes its vertices. Without a window nothing draws.
	RenderingServer.frame_pre_draw.emit()
	marks.append(Time.get_ticks_usec())
	slept_us = 0
	if pace == "paced" and marks.size() == 5:
		OS.delay_usec(maxi(0, FRAME_US - (marks[4] - marks[0])))
		slept_us = Time.get_ticks_usec() - marks[4]


## The frame that began at `marks[0]` ends now.
func _keep(now: int) -> void:
	spans[0].append((now - marks[0] - slept_us) / 1e3)
	for part in 4:
		spans[part + 1].append((marks[part + 1] - marks[part]) / 1e3)
	spans[5].append((now - marks[4] - slept_us) / 1e3)
	if soft_world:
		var stats: Dictionary = soft_world.get_stats()
		spans[6].append(stats.step_cpu_us / 1e3)
		lags += stats.frame - stats.finished_frame
		finished[stats.finished_frame] = true
	if spans[0].size() == frames or now - started_us > limit_us:
		is_timing = false


func _quantile(values: PackedFloat64Array, part: float) -> float:
	if values.is_empty():
		return NAN
	var sorted := values.duplicate()
	sorted.sort()
	return sorted[mini(int(sorted.size() * part), sorted.size() - 1)]


func _report() -> void:
	var all := spans[0]
	var count := all.size()
	var name := what
	if what == "godot":
		name = "SoftBody3D (%s)" % ("Jolt" if _is_jolt() else "Godot Physics")
	elif what == "apart":
		name = "pliant, no soft-soft"
	var columns: Array[String] = [name, str(bodies.size()), pace, str(count)]
	for value in [_quantile(all, 0.5), _quantile(all, 0.95), _quantile(all, 1.0),
			_quantile(all.slice(maxi(0, count - 100)), 0.5)]:
		columns.append("%.3f" % value)
	for part in range(1, 6):
		columns.append("%.3f" % _quantile(spans[part], 0.5))
	columns.append("%.3f" % _quantile(spans[6], 0.5) if soft_world else "-")
	columns.append("%.2f" % (lags / float(count)) if soft_world else "-")
	columns.append(str(finished.size()) if soft_world else "-")
	print("row | ", " | ".join(columns))
	_measure(name)


func _is_jolt() -> bool:
	return str(ProjectSettings.get_setting("physics/3d/physics_engine")).contains("Jolt")


## Whether all stay above the ground and apart.
func _measure(name: String) -> void:
	var below := 0
	var asleep := 0
	var bad := 0
	var lowest := INF
	var above := INF
	var tall := 0.0
	var apart := INF
	for crowd in crowds:
		var centres: Array[Vector3] = []
		for body in crowd.bodies:
			var vertices := _vertices(body)
			var centre := Vector3.ZERO
			var box := AABB(vertices[0], Vector3.ZERO)
			for vertex in vertices:
				centre += vertex / vertices.size()
				box = box.expand(vertex)
				lowest = minf(lowest, vertex.y)
				above = minf(above, vertex.y - _ground(crowd, vertex))
			if not centre.is_finite():
				bad += 1
			if centre.y < _ground(crowd, centre):
				below += 1
			# Godot Physics lets no soft body sleep.
			if body is SoftBody3D and _is_jolt() and PhysicsServer3D.soft_body_get_state(
					body.get_physics_rid(), PhysicsServer3D.BODY_STATE_SLEEPING):
				asleep += 1
			tall += box.size.y / crowd.mesh.height / bodies.size()
			for other in centres:
				apart = minf(apart, centre.distance_to(other) / crowd.mesh.height)
			centres.append(centre)
	var cells: Array[String] = [name, str(bodies.size()), pace]
	for value in [lowest, above]:
		cells.append("%.3f" % value)
	for value in [below, bad, asleep]:
		cells.append(str(value))
	for value in [apart, tall]:
		cells.append("%.2f" % value)
	var dropped := "-"
	if soft_world:
		var stats: Dictionary = soft_world.get_stats()
		dropped = "%d" % stats.dropped
		if stats.stopped:
			print("  STOPPED BODIES: ", stats.stopped)
	cells.append(dropped)
	print("state | ", " | ".join(cells))


## Height of the ground below a place [m].
func _ground(crowd: Node3D, place: Vector3) -> float:
	return crowd.height(place.x - crowd.position.x, place.z - crowd.position.z)


func _vertices(body: Node) -> PackedVector3Array:
	if body is SoftBody:
		return body.get_vertices_world()
	var found := PackedVector3Array()
	for i in body.mesh.surface_get_array_len(0):
		found.append(body.get_point_transform(i))
	return found
