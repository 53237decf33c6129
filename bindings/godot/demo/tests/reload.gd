## The demo's first scene is loaded again twenty times while its body falls, and leaves nothing behind.
extends "res://tests/check.gd"

const TIMES := 20


func run() -> void:
	var tree := get_tree()
	tree.change_scene_to_file("res://jelly.tscn")
	await ticks(3)
	var world := SoftWorld.current(self)
	number("bodies_within", world.get_stats().bodies)
	var colliders: int = world.get_stats().colliders
	var first := 0
	for i in TIMES:
		if i % 2:
			# Its body goes first, while touches may be on their way.
			tree.current_scene.get_node("Ring").free()
			await ticks(1)
		tree.reload_current_scene()
		await ticks(3)
		var count := int(Performance.get_monitor(Performance.OBJECT_COUNT))
		if i == 1:
			first = count
		elif i == TIMES - 1:
			number("objects_left", count - first)
	number("colliders_left", world.get_stats().colliders - colliders)
	tree.unload_current_scene()
	await ticks(2)
	number("bodies_left", world.get_stats().bodies)
