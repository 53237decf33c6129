## A ring of jelly falls on stairs. A rigid ball rolls into it and is pushed back.
## Space kicks the ring, R starts again.
extends Node3D

@onready var ring: SoftBody = $Ring


func _ready() -> void:
	ring.touch_began.connect(_on_ring_touch_began)
	ring.touch_ended.connect(func(other: Node) -> void: print("the ring leaves ", other.name))


func _on_ring_touch_began(other: Node, point: Vector3, _normal: Vector3, impulse: float) -> void:
	print("the ring touches %s at %.2v with %.2f N s" % [other.name, point, impulse])


func _unhandled_key_input(event: InputEvent) -> void:
	if event.is_action_pressed("ui_accept"):
		# An impulse [N s] for a jump of 3 m/s.
		ring.apply_central_impulse(Vector3.UP * 3.0 * ring.get_mass())
	elif event.is_pressed() and event.keycode == KEY_R:
		get_tree().reload_current_scene()
