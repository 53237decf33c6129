## Draws the scenes in a window, saves pictures, and compares them with where the vertices are.
## `godot --fixed-fps 60 --path . -s tests/pictures.gd -- FOLDER [ADAPTER]`: ADAPTER simulates, if it is not the one that draws.
extends SceneTree

## Frames of the pictures.
const JELLY := [16, 45, 90]
const CLOTH := [20, 45, 70]
const CROWD := [20, 40, 60]

var folder := ""
var adapter := ""


func _initialize() -> void:
	var arguments := OS.get_cmdline_user_args()
	folder = arguments[0]
	adapter = arguments[1] if arguments.size() > 1 else ""
	_run.call_deferred()


func _run() -> void:
	await _film("jelly", JELLY, ["Ring"], func(c: Color) -> bool: return c.r > 2.0 * maxf(c.g, c.b) and c.r > 0.1)
	await _film("cloth", CLOTH, ["Sheet"], func(c: Color) -> bool: return c.g > 1.5 * maxf(c.r, c.b) and c.g > 0.05)
	await _film("crowd", CROWD, [], func(c: Color) -> bool: return c.r > 2.5 * c.b and c.g > 1.5 * c.b and c.r > 0.1)
	print("all pictures saved")
	quit()


func _film(key: String, frames: Array, bodies: Array, is_body: Callable) -> void:
	var scene: Node = load("res://%s.tscn" % key).instantiate()
	if key == "crowd":
		scene.count = 16
	var world := scene.get_node_or_null("SoftWorld")
	if world == null:
		world = SoftWorld.new()
		scene.add_child(world)
		scene.move_child(world, 0)
	world.adapter = adapter
	root.add_child(scene)
	print(key, " is drawn by ", RenderingServer.get_video_adapter_name())
	var pictures: Array[Image] = []
	var edge := 0.0
	var share := INF
	var below := 0.0
	var lit := INF
	var seen: Array[Rect2] = []
	var count := 0
	while pictures.size() < frames.size():
		# After the tick, before nodes draw what is ready.
		await process_frame
		world.wait()
		await RenderingServer.frame_post_draw
		count += 1
		if count == 1:
			print(key, " is simulated by ", world.get_adapter_name())
		if count != frames[pictures.size()]:
			continue
		var picture := root.get_texture().get_image()
		picture.convert(Image.FORMAT_RGB8)
		picture.save_png("%s/%s_%d.png" % [folder, key, count])
		pictures.append(picture)
		var drawn := _drawn(picture, is_body)
		share = minf(share, drawn.count / float(picture.get_width() * picture.get_height()))
		lit = minf(lit, drawn.lit)
		seen.append(drawn.box)
		if bodies:
			var expected := _expected(scene, bodies)
			edge = maxf(edge, _difference(drawn.box, expected))
			print(key, " frame ", count, ": drawn ", drawn.box, ", vertices ", expected)
			below = maxf(below, drawn.box.end.y - _floor_line(scene, bodies))
	print("number pictures.%s.edge %.3f" % [key, edge])
	print("number pictures.%s.share %.4f" % [key, share])
	print("number pictures.%s.below %.3f" % [key, below])
	print("number pictures.%s.lit %.3f" % [key, lit])
	print("number pictures.%s.moves %.1f" % [key, seen[0].get_center().distance_to(seen[-1].get_center())])
	_save_row(key, pictures)
	scene.queue_free()
	await process_frame


## Pixels of the body's colour: how many, their box, and how much brighter the upper quarter is than the lower.
func _drawn(picture: Image, is_body: Callable) -> Dictionary:
	var pixels: Array[Vector2i] = []
	var box := Rect2()
	for y in picture.get_height():
		for x in picture.get_width():
			if is_body.call(picture.get_pixel(x, y)):
				pixels.append(Vector2i(x, y))
				var pixel := Rect2(x, y, 1, 1)
				box = pixel if pixels.size() == 1 else box.merge(pixel)
	var quarter := pixels.size() / 4
	var light := [0.0, 0.0]
	for i in quarter:
		light[0] += picture.get_pixelv(pixels[i]).get_luminance()
		light[1] += picture.get_pixelv(pixels[-1 - i]).get_luminance()
	return {count = pixels.size(), box = box, lit = light[0] / light[1] if quarter else 0.0}


## The box of the bodies' vertices as the camera sees them.
func _expected(scene: Node, bodies: Array) -> Rect2:
	var camera := root.get_camera_3d()
	var box := Rect2()
	var is_first := true
	for body in bodies:
		for vertex in scene.get_node(body).get_vertices_world():
			var point := Rect2(camera.unproject_position(vertex), Vector2.ZERO)
			box = point if is_first else box.merge(point)
			is_first = false
	return box


## The lowest line of the picture at which something above the floor and no nearer than the bodies can be.
func _floor_line(scene: Node, bodies: Array) -> float:
	var camera := root.get_camera_3d()
	var line := 0.0
	for body in bodies:
		for vertex in scene.get_node(body).get_vertices_world():
			line = maxf(line, camera.unproject_position(Vector3(vertex.x, 0, vertex.z)).y)
	return line + 1.0


func _difference(a: Rect2, b: Rect2) -> float:
	var apart := 0.0
	for pair in [[a.position, b.position], [a.end, b.end]]:
		apart = maxf(apart, maxf(absf(pair[0].x - pair[1].x), absf(pair[0].y - pair[1].y)))
	return apart


## The pictures side by side, as the pages show them.
func _save_row(key: String, pictures: Array[Image]) -> void:
	var size := pictures[0].get_size()
	var row := Image.create_empty(size.x * pictures.size(), size.y, false, Image.FORMAT_RGB8)
	for i in pictures.size():
		row.blit_rect(pictures[i], Rect2i(Vector2i.ZERO, size), Vector2i(size.x * i, 0))
	row.resize(960, int(960.0 * row.get_height() / row.get_width()), Image.INTERPOLATE_LANCZOS)
	row.save_png("%s/godot_%s.png" % [folder, key])
