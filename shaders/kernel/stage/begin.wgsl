//#use kernel/stage/contact.wgsl
//#use kernel/stage/limit.wgsl
//#use kernel/stage/motion.wgsl
//#use share/attachment.wgsl
//#needs kernel/body
//#needs kernel/own
// The start of a substep for one vertex: where inertia takes it, its contacts, and the adaptive first guess of vertex
// block descent (Chen et al. 2024, section 3.7). velocity.w is the part of gravity, 0 to 1, that the vertex fell with
// in the last substep. At rest it is 0 and the guess is the old position, so a body at rest stays put for any number
// of iterations.

// Where colliders meet faces: notes where the vertex is and where inertia takes it, before any vertex begins.
fn begin_note(vertex: u32, sub: Substep) {
    let x = body_position(vertex);
    let v = own_velocity(vertex).xyz;
    let h = sub.theta_h;
    let inertia = own_carry(vertex) + h * (v + h * params.gravity.xyz);
    contact_note(vertex, x.xyz, x.xyz + select(vec3<f32>(0.0), inertia, x.w > 0.0), sub);
}

// The rigid motion with which a body begins a substep. A stiff body that touched something in the substep before is led
// by it: all vertices are guessed to go along. Motions that are over within a few substeps would only strain the guess,
// and a few sweeps make more of that strain than there was. Inertia keeps them (docs/decisions/0031-push-out.md).
struct BeginLead {
    linear: vec3<f32>,
    angular: vec3<f32>,
    centre: vec3<f32>,
    leads: bool,
}

// So often must a pressure wave cross a body in a substep that its rigid motion leads it.
const BEGIN_CROSSINGS: f32 = 0.3;

fn begin_is_led(body: Body, h: f32) -> bool {
    return frames.world.colliders > 0u && body_is_pushed(body) && h * body.sound > BEGIN_CROSSINGS;
}

// Whether its rigid motion leads a body when a step or a dispatch begins.
fn begin_leads(index: u32, body: Body) -> bool {
    return begin_is_led(body, substep_h(body)) && report_met(index) && !limit_is_listed(index);
}

// What leads a body with this motion: it falls, and what a collider holds of its weight, the push-out finds.
fn begin_lead(rigid: MotionRigid) -> BeginLead {
    return BeginLead(rigid.linear, rigid.angular, rigid.centre, true);
}

// Three rows of scratch take what leads a body from one dispatch to the next.
fn begin_lead_load(row: u32) -> BeginLead {
    return BeginLead(state[row].xyz, state[row + 1u].xyz, state[row + 2u].xyz, true);
}

fn begin_lead_store(row: u32, lead: BeginLead) {
    state[row] = vec4<f32>(lead.linear, 0.0);
    state[row + 1u] = vec4<f32>(lead.angular, 0.0);
    state[row + 2u] = vec4<f32>(lead.centre, 0.0);
}

// The part of gravity that the guess of a vertex gets. Nothing holds a free body back where no collider is in reach. A
// held body without corrections gets none: sweeps alone leave it heavier than it is, and a guess that gives it gravity
// on the way down and not on the way up would do work on it (docs/decisions/0008-how-much-gravity-is-guessed.md).
fn begin_fall(last: f32, sub: Substep, lead: BeginLead) -> f32 {
    if lead.leads {
        return 1.0;
    }
    let body = bodies[sub.body];
    if body_is_free(body) {
        return select(last, 1.0, sub.corrected);
    }
    return select(0.0, last, body_is_corrected(body));
}

// The way of a vertex from x in the first guess, without its carry.
fn begin_way(vertex: u32, x: vec3<f32>, sub: Substep, lead: BeginLead) -> vec3<f32> {
    let v = own_velocity(vertex);
    let speed = select(v.xyz, lead.linear + cross(lead.angular, x - lead.centre), lead.leads);
    let h = sub.theta_h;
    return h * (speed + h * begin_fall(v.w, sub, lead) * params.gravity.xyz);
}

fn begin_vertex(vertex: u32, sub: Substep, lead: BeginLead) -> vec3<f32> {
    limit_begin(vertex, sub);
    let x = body_position(vertex);
    let v = own_velocity(vertex);
    let g = params.gravity.xyz;
    let held = x.w <= 0.0;
    if bodies[sub.body].attachment_count > 0u {
        state[state_row(STATE_TARGET, vertex)] = vec4<f32>(0.0);
    }
    if held {
        own_set_inertia(vertex, vec4<f32>(x.xyz, -1.0));
        own_set_start(vertex, vec4<f32>(x.xyz, 0.0));
        return x.xyz;
    }
    let h = sub.theta_h;
    let inertia = own_carry(vertex) + h * (v.xyz + h * g);
    let guess = own_carry(vertex) + begin_way(vertex, x.xyz, sub, lead);
    let planes = contact_detect(vertex, x.xyz, x.xyz + inertia, sub);
    own_set_inertia(vertex, vec4<f32>(inertia, 1.0 / (x.w * h * h)));
    own_set_start(vertex, vec4<f32>(x.xyz, f32(planes)));
    return confine_slide(vertex, x.xyz, guess, x.xyz, planes);
}

// Writes where the attachment at an arena row pulls its vertex, for the vertex's own thread to read. All vertices have
// begun by then. A soft one pulls to where its frame is when forces are taken.
fn begin_attachment(row: u32, sub: Substep) {
    let attachment = attachment_of(arena[row]);
    let vertex = attachment.vertex;
    let is_soft = attachment.stiffness > 0.0;
    let when = select(sub.end, mix(sub.begin, sub.end, sub.theta), is_soft);
    let pose = scene_pose(attachment.frame, when, sub.cell);
    let target_point = pose_to_world(pose, state[state_row(STATE_ANCHOR, vertex)].xyz);
    let stiffness = select(-1.0, attachment.stiffness, is_soft);
    state[state_row(STATE_TARGET, vertex)] = vec4<f32>(target_point, stiffness);
}

// The vertex's position after its attachments: a rigid one takes it wherever its frame goes.
fn begin_held(vertex: u32, guess: vec3<f32>, sub: Substep) -> vec3<f32> {
    let pull = state[state_row(STATE_TARGET, vertex)];
    if pull.w >= 0.0 {
        return guess;
    }
    own_set_inertia(vertex, vec4<f32>(pull.xyz, -1.0));
    own_set_start(vertex, vec4<f32>(own_start(vertex).xyz, 0.0));
    own_set_reach(vertex, 1e18);
    return select(mix(own_start(vertex).xyz, pull.xyz, sub.theta), pull.xyz, sub.theta == 1.0);
}
