//! Renumbers the threads of a kernel, for tests. A software adapter runs a workgroup's threads in order, so a missing
//! barrier can pass every test there. In another order it does not.

/// How entry points name their thread, and the name that the renumbered text gives to what they are handed.
const LOCAL: (&str, &str) = ("@builtin(local_invocation_index) thread: u32", "thread");
const GLOBAL: (&str, &str) = ("@builtin(global_invocation_id) id: vec3<u32>", "id");

/// The text of a kernel whose workgroups run their threads in another order. Each workgroup's threads swap numbers among
/// themselves: 5 has no factor in common with a width of 2ⁿ or 3 · 2ⁿ.
pub fn permuted(wgsl: &str) -> String {
    let mut text = String::new();
    let mut rest = wgsl;
    while let Some(start) = rest.find("@workgroup_size(") {
        let Some(body) = rest[start..].find(" {\n").map(|at| start + at + 3) else {
            break;
        };
        text.push_str(&rest[..start]);
        text.push_str(&renumbered(&rest[start..body]));
        rest = &rest[body..];
    }
    text + rest
}

/// An entry point from its size to the start of its body, with what renumbers its thread.
fn renumbered(head: &str) -> String {
    let width = head["@workgroup_size(".len()..]
        .split(')')
        .next()
        .unwrap_or("1");
    let swap = |number: &str| format!("({number} * 5u + 3u) % u32({width})");
    let mut text = head.to_owned();
    for ((declared, name), is_local) in [(LOCAL, true), (GLOBAL, false)] {
        if !head.contains(declared) {
            continue;
        }
        let given = format!("given_{name}");
        let taken = declared.replace(&format!("{name}:"), &format!("{given}:"));
        text = text.replace(declared, &taken);
        text += &match is_local {
            true => format!("    let {name} = {};\n", swap(&given)),
            false => format!(
                "    let {name} = vec3<u32>({given}.x / u32({width}) * u32({width}) + {}, {given}.yz);\n",
                swap(&format!("({given}.x % u32({width}))"))
            ),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::kernel::*;

    /// Every entry point takes its thread by one of the two names, so none is left in order.
    #[test]
    fn every_kernel_is_renumbered() {
        for source in ALL {
            let plain = source.text();
            let text = permuted(&plain);
            let entries = plain.matches("@workgroup_size(").count();
            assert_eq!(entries, source.entry_points.len(), "{}", source.label);
            assert_eq!(
                text.matches("* 5u + 3u) % u32(").count(),
                entries,
                "{}",
                source.label
            );
        }
    }

    #[test]
    fn renumbering_keeps_each_thread_once() {
        for width in [16, 64, 128, 256, 384, 512] {
            let mut numbers: Vec<u32> = (0..width).map(|thread| (thread * 5 + 3) % width).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..width));
        }
    }
}
