//#use contact/door.wgsl
//#use memory/rigid_motion.wgsl
//#use solver/vbd/vbd_record.wgsl
//#use solver/common/attachment.wgsl
//#needs memory/position
//#needs memory/scratch
// The start of a substep for one vertex: its displacement by inertia, its contacts, and the adaptive first guess of vertex
// block descent (Chen et al. 2024, section 3.7). velocity.w is the part of gravity, 0 to 1, that accelerated the vertex in
// the last substep. At rest it is 0 and the guess is the old position, so a body at rest stays put for any number of
// iterations.

// For contacts of faces with colliders: stores the vertex's position and its goal by inertia, before any vertex begins.
fn first_guess_note(vertex: u32, sub: Substep) {
    let x = position_of(vertex);
    let v = scratch_velocity(vertex).xyz;
    let h = sub.theta_h;
    let inertia = scratch_residual(vertex) + h * (v + h * params.gravity.xyz);
    contact_note(vertex, x.xyz, x.xyz + select(vec3<f32>(0.0), inertia, x.w > 0.0), sub);
}

// The rigid motion that leads a body's first guess. A stiff body that touched something in the last substep follows it with
// all vertices. Vibrations shorter than a few substeps would only strain the guess, and a few sweeps amplify that strain.
// Inertia keeps them (docs/decisions/0031-push-out.md).
struct FirstGuessLead {
    linear: vec3<f32>,
    angular: vec3<f32>,
    centre: vec3<f32>,
    leads: bool,
}

// A body is led if a pressure wave crosses it at least this often in a substep.
const FIRST_GUESS_CROSSINGS: f32 = 0.3;

fn first_guess_is_led(body: Body, h: f32) -> bool {
    return frames.world.colliders > 0u && body_is_pushed(body) && h * vbd_sound(body) > FIRST_GUESS_CROSSINGS;
}

// Whether the rigid motion leads a body at the start of a step or a dispatch.
fn first_guess_leads(index: u32, body: Body) -> bool {
    return first_guess_is_led(body, substep_h(body)) && report_met(index) && !contact_listed(index);
}

// The lead of a body with this motion. The guess falls by all of gravity, and the push-out finds what a collider carries of
// it.
fn first_guess_lead(rigid: RigidMotion) -> FirstGuessLead {
    return FirstGuessLead(rigid.linear, rigid.angular, rigid.centre, true);
}

// Three rows of scratch carry the lead from one dispatch to the next.
fn first_guess_lead_load(row: u32) -> FirstGuessLead {
    return FirstGuessLead(state[row].xyz, state[row + 1u].xyz, state[row + 2u].xyz, true);
}

fn first_guess_lead_store(row: u32, lead: FirstGuessLead) {
    state[row] = vec4<f32>(lead.linear, 0.0);
    state[row + 1u] = vec4<f32>(lead.angular, 0.0);
    state[row + 2u] = vec4<f32>(lead.centre, 0.0);
}

// The part of gravity in the guess of a vertex. Nothing holds a free body back where no collider is in reach. A held body
// without corrections gets none: sweeps alone leave it heavier than it is, and a guess with gravity on the way down and
// without it on the way up would do work on it (docs/decisions/0008-how-much-gravity-is-guessed.md).
fn first_guess_fall(last: f32, sub: Substep, lead: FirstGuessLead) -> f32 {
    if lead.leads {
        return 1.0;
    }
    let body = bodies[sub.body];
    if body_is_free(body) {
        return select(last, 1.0, sub.corrected);
    }
    return select(0.0, last, body_is_corrected(body));
}

// The displacement of a vertex from x in the first guess, without its residual.
fn first_guess_displacement(vertex: u32, x: vec3<f32>, sub: Substep, lead: FirstGuessLead) -> vec3<f32> {
    let v = scratch_velocity(vertex);
    let speed = select(v.xyz, lead.linear + cross(lead.angular, x - lead.centre), lead.leads);
    let h = sub.theta_h;
    return h * (speed + h * first_guess_fall(v.w, sub, lead) * params.gravity.xyz);
}

// Begins the substep of a vertex. Returns the displacement of its first guess.
fn first_guess_vertex(vertex: u32, sub: Substep, lead: FirstGuessLead) -> vec3<f32> {
    let x = position_of(vertex);
    let v = scratch_velocity(vertex);
    let g = params.gravity.xyz;
    let held = x.w <= 0.0;
    if bodies[sub.body].attachment_count > 0u {
        state[state_row(STATE_TARGET, vertex)] = vec4<f32>(0.0);
    }
    let h = sub.theta_h;
    let inertia = scratch_residual(vertex) + h * (v.xyz + h * g);
    let planes = contact_open(vertex, x.xyz, x.xyz + inertia, sub, held);
    if held {
        scratch_set_inertia(vertex, vec4<f32>(x.xyz, -1.0));
        scratch_set_start(vertex, vec4<f32>(x.xyz, 0.0));
        return vec3<f32>(0.0);
    }
    let guess = scratch_residual(vertex) + first_guess_displacement(vertex, x.xyz, sub, lead);
    scratch_set_inertia(vertex, vec4<f32>(inertia, 1.0 / (x.w * h * h)));
    scratch_set_start(vertex, vec4<f32>(x.xyz, f32(planes)));
    return guess;
}

// The position of a vertex after a displacement within its planes.
fn first_guess_place(vertex: u32, displacement: vec3<f32>) -> vec3<f32> {
    let start = scratch_start(vertex);
    if position_of(vertex).w <= 0.0 {
        return start.xyz; // held
    }
    return contact_slide(vertex, start.xyz, displacement, contact_bound(vertex, start));
}

// The vertex's position after its attachments: a rigid one moves it with its frame.
fn first_guess_held(vertex: u32, guess: vec3<f32>, sub: Substep) -> vec3<f32> {
    let pull = state[state_row(STATE_TARGET, vertex)];
    if pull.w >= 0.0 {
        return guess;
    }
    scratch_set_inertia(vertex, vec4<f32>(pull.xyz, -1.0));
    scratch_set_start(vertex, vec4<f32>(scratch_start(vertex).xyz, 0.0));
    scratch_set_bound(vertex, 1e18);
    return select(mix(scratch_start(vertex).xyz, pull.xyz, sub.theta), pull.xyz, sub.theta == 1.0);
}
