//! Checks and assembles the shaders; the work is in `shader_build`.

fn main() {
    if let Err(failures) = shader_build::run() {
        eprintln!("{failures}");
        std::process::exit(1);
    }
}
