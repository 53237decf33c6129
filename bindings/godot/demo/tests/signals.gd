## Touches begin and end once each, and name what was touched.
extends "res://tests/check.gd"

var began: Array = []
var ended: Array = []
var impulses: Array[float] = []
var points: Array[Vector3] = []


func run() -> void:
	var ground := solid(StaticBody3D.new(), box(Vector3(4, 1, 4)), Transform3D(Basis(), Vector3(0, -0.5, 0)))
	var body := cube(Vector3(0, 0.27, 0))
	body.report_contacts = true
	# Nothing that bounces: one touch.
	var dull := SoftMaterial.make(2)
	dull.bounce = 0.0
	dull.damping = 50.0
	body.material = dull
	body.touch_began.connect(_began)
	body.touch_ended.connect(func(other: Node) -> void: ended.append(other))
	await ticks(40)
	number("began", began.count(ground))
	number("ended", ended.count(ground))
	number("others", began.size() - began.count(ground))
	number("point_height", points[0].y if points else NAN)
	number("impulse", impulses[0] if impulses else NAN)
	body.teleport(Transform3D(Basis(), Vector3(0, 3, 0)))
	await ticks(10)
	number("ended_above", ended.count(ground))
	# It falls again: 2.7 m take 0.74 s.
	await ticks(60)
	number("began_again", began.count(ground))
	# Without the wish there are no signals.
	body.report_contacts = false
	var count := began.size() + ended.size()
	body.teleport(Transform3D(Basis(), Vector3(0, 0.3, 0)))
	await ticks(30)
	number("unwished", began.size() + ended.size() - count)


func _began(other: Node, point: Vector3, _normal: Vector3, impulse: float) -> void:
	began.append(other)
	points.append(point)
	impulses.append(impulse)
