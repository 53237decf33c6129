## A cooked body is saved, loaded and used; the file holds the same bytes.
extends "res://tests/check.gd"

const FILE := "user://cube.pliant"


func run() -> void:
	var body := cube(Vector3(0, 0.26, 0))
	number("saved", ResourceSaver.save(body.asset, FILE))
	var size := FileAccess.get_file_as_bytes(FILE).size()
	number("size", size)
	var loaded: SoftAsset = ResourceLoader.load(FILE, "", ResourceLoader.CACHE_MODE_IGNORE)
	number("same", 1 if ResourceSaver.save(loaded, FILE + "2.pliant") == OK
			and FileAccess.get_file_as_bytes(FILE + "2.pliant") == FileAccess.get_file_as_bytes(FILE) else 0)
	var other := cube(Vector3(2, 0.26, 0), loaded)
	await ticks(3)
	number("fall", body.get_center_of_mass().y - other.get_center_of_mass().y)
	number("mass_ratio", body.get_mass() / other.get_mass())
