## Runs checks one after another in one engine, and prints the numbers that they find:
## `godot --headless --fixed-fps 60 --path . -s tests/run.gd -- momentum shapes`.
## A check is tests/NAME.gd, a node with a coroutine `run`. Bounds of the numbers are in xtask.
extends SceneTree

## Frames that a check may take.
const LIMIT := 3000

var left := LIMIT


func _initialize() -> void:
	_run.call_deferred()


func _run() -> void:
	for name in OS.get_cmdline_user_args():
		print("begin ", name)
		var began := Time.get_ticks_msec()
		left = LIMIT
		var check: Node3D = load("res://tests/%s.gd" % name).new()
		check.name = name
		root.add_child(check)
		await check.run()
		check.queue_free()
		await process_frame
		await physics_frame
		print("end %s %.1f s" % [name, (Time.get_ticks_msec() - began) / 1e3])
	print("all checks ran")
	quit()


func _process(_delta: float) -> bool:
	left -= 1
	if left == 0:
		print("a check took more than %d frames" % LIMIT)
		quit(1)
	return false
