"""Fills every surface of a folder with tets by Pliant, TetGen and fTetWild, judges all three alike and writes a table.

`cargo xtask meshes FOLDER` builds `meshing`, makes the environment of requirements.txt and starts this. Every mesh is made in a
process of its own with a time limit. The work folder keeps results: `--only` renews some meshers and keeps the others' rows."""

import argparse
import json
import lzma
import os
import platform
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

import numpy as np
from measure import CELLS, SAMPLES, SLIT, Reference

HERE = Path(__file__).resolve().parent
MODES = ["conforming", "cage"]
OTHERS = ["tetgen", "ftetwild"]
SURFACES = {".obj", ".off", ".ply", ".stl", ".glb", ".gltf", ".x"}
# Timed: common sizes of a game's mesh and body. Tets and wanted wall time [s] on two cores; wanted memory [B].
SPEED = {"cage": (2_000, 0.5), "conforming": (50_000, 3.0)}
MEMORY = (64e6, 200)  # at all, and for each tet
RUNS = 5
KEPT = "Rows come from several runs (`--only`) with other load and limits; a row that was stopped names its limit."
TITLES = {"cage": "cage", "conforming": "conforming", "tetgen": "TetGen", "ftetwild": "fTetWild"}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="searched for surfaces, subfolders too; files may be packed by xz")
    parser.add_argument("--meshing", type=Path, required=True, help="the program built from main.rs")
    parser.add_argument("--work", type=Path, default=Path("target/meshes"), help="where meshes and results go")
    parser.add_argument("--out", type=Path, help="the table to write, Markdown")
    parser.add_argument("--only", help="meshers to run anew, separated by commas; the others' results are kept")
    parser.add_argument("--name", default="", help="only files whose path contains this")
    parser.add_argument("--timeout", type=float, default=120, help="time limit of one mesh [s]")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--elements", type=int, default=0, help="tets of the conforming mesh; 0: its choice")
    parser.add_argument("--speed", default="humanoid.off,Armadilo_15K.ply", help="files to time, separated by commas")
    parser.add_argument("--jobs", type=int, default=1, help="files at a time; more than 1 spoils the times")
    return parser.parse_args()


def main():
    options = arguments()
    options.work = options.work.resolve()
    wanted = options.only.split(",") if options.only else [*MODES, *OTHERS]
    roots = [folder.resolve() for folder in options.folders]
    files = [(root, f) for root in roots for f in sorted(root.rglob("*")) if is_mesh(f) and options.name in str(f)]
    with ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(lambda found: row(*found, wanted, options), files))
    print(summary(rows))
    timed = [found for found in files if plain(found[1]).name in options.speed.split(",")]
    times = speed(timed, options)
    print(times)
    if options.out:
        options.out.write_text(page(rows, times, options))


def plain(file):
    """The name without `.xz`."""
    return file.with_suffix("") if file.suffix == ".xz" else file


def is_mesh(file):
    name = plain(file)
    return name.suffix.lower() in SURFACES | {".msh", ".vtu", ".vtk"} and (
        name.suffix.lower() in SURFACES or "malformed" in str(file)
    )


def row(root, file, wanted, options):
    """All results of one file: for each mesher the JSON that it printed and what `Reference.judge` says."""
    name, work, path = unpacked(root, file, options)
    found, reference = {"file": name, "kept": False}, None
    for mesher in [*MODES, *OTHERS]:
        result, prefix = work / f"{mesher}.json", work / mesher
        if mesher in wanted or not result.exists():
            said = run(mesher, path, work, prefix, options)
            if said["status"] == "Ok" and (prefix.parent / f"{mesher}.tets").exists():
                by = mesher if mesher in MODES else "conforming"
                reference = reference or Reference(*arrays(work / f"{by}.solid", "triangles", "<f4"))
                kind, either_way = ("<f4", False) if mesher in MODES else ("<f8", True)
                said |= reference.judge(*arrays(prefix, "tets", kind), either_way)
                said["overlaps"] = reference.overlaps
            result.write_text(json.dumps(said))
        else:
            found["kept"] = True
        found[mesher] = json.loads(result.read_text())
    print(name, {m: (found[m].get("tets"), found[m].get("seconds")) for m in TITLES}, flush=True)
    return found


def unpacked(root, file, options):
    """The name of a file, its work folder, and the path to read."""
    name = str(plain(file).relative_to(root.parent))
    work = options.work / name.replace("/", "-")
    work.mkdir(parents=True, exist_ok=True)
    if file.suffix != ".xz":
        return name, work, file
    (work / file.stem).write_bytes(lzma.decompress(file.read_bytes()))
    return name, work, work / file.stem


def speed(files, options):
    """A table of time and memory, one process at a time: medians of a few runs, and the most memory."""
    lines = [
        "| file | triangles | mesh | tets | wall | wanted | CPU | memory | wanted |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for root, file in files:
        name, work, path = unpacked(root, file, options)
        for mode, (elements, wanted) in SPEED.items():
            work_of_mode = work / f"speed-{mode}"
            work_of_mode.mkdir(exist_ok=True)
            runs = [run(mode, path, work_of_mode, work_of_mode / mode, options, elements) for _ in range(RUNS)]
            if any("tets" not in said for said in runs):
                lines.append(f"| {Path(name).name} | | {mode} {elements:,} | {runs[0]['status']} | | | | | |")
                continue
            median = {key: sorted(said[key] for said in runs)[RUNS // 2] for key in ["seconds", "processor_seconds"]}
            memory, room = max(said["peak_bytes"] for said in runs), MEMORY[0] + MEMORY[1] * runs[0]["tets"]
            lines.append(
                f"| {Path(name).name} | {runs[0]['triangles']} | {mode} {elements:,} | {runs[0]['tets']} | {median['seconds']:.3f} | "
                f"{wanted} | {median['processor_seconds']:.2f} | {memory / 1e6:.0f} | {room / 1e6:.0f} |"
            )
    return "\n".join(lines)


def arrays(prefix, cells, kind):
    width = 4 if cells == "tets" else 3
    points = np.fromfile(f"{prefix}.positions", kind).reshape(-1, 3).astype(np.float64)
    return points, np.fromfile(f"{prefix}.{cells}", "<u4").reshape(-1, width).astype(np.int64)


def run(mesher, path, work, prefix, options, elements=None):
    """Runs a mesher in a process of its own; a crash and a run beyond the limit are results too."""
    for old in work.glob(f"{mesher}.*"):
        old.unlink()
    threads = str(options.threads)
    if mesher in MODES:
        if elements is None:
            elements = options.elements if mesher == "conforming" else 0
        command = [options.meshing, path, mesher, elements, threads, prefix]
    elif not (work / "conforming.solid.triangles").exists() or not (work / "conforming.tets").exists():
        return {"status": "not run", "message": "no solid"}
    else:
        given = [work / "conforming.given.positions", work / "conforming.given.triangles"]
        command = [sys.executable, HERE / "others.py", mesher, *given, prefix, threads]
    environment = os.environ | {"OMP_NUM_THREADS": threads}
    try:
        done = subprocess.run(
            [str(word) for word in command],
            capture_output=True,
            text=True,
            timeout=options.timeout,
            env=environment,
            cwd=work,  # the other meshers leave files in their folder
        )
    except subprocess.TimeoutExpired:
        return {"status": "time", "message": f"over {options.timeout:g} s", "limit": options.timeout}
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        return {"status": "crash", "message": f"ended with status {done.returncode}"}
    return json.loads(lines[-1].replace(f"{path.parent}/", ""))


def is_valid(said):
    return said.get("inverted") == 0 and said.get("dihedral", [0])[0] >= 9 and said.get("manifold", False)


def keeps_parts(said):
    return said["pieces"] == said["bodies"] and said["flat"] == 0


def page(rows, times, options):
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=HERE).stdout
    versions = ", ".join(f"{package} {version(package)}" for package in ["tetgen", "pytetwild", "libigl", "numpy"])
    head = [
        "# Meshes of real surfaces",
        "",
        "Made by `cargo xtask meshes FOLDER --out docs/meshing.md`; do not edit. Every mesh is measured against the boundary of the repaired",
        "solid (`benches/meshing/measure.py`, with numpy and libigl).",
        "",
        f"- **Distances** are the largest of {SAMPLES:,} random points (seeded) and all corners, on either side. Slits between touching parts",
        f"  (under {SLIT:.1%} of the diagonal) do not count. Across openings of an open surface they are measured from where the winding number",
        "  is a half, to 0.25 % of the diagonal.",
        "- **Volumes** come from the divergence theorem. Where parts overlap they are divided by how often the surface goes round a point inside",
        f"  ({CELLS}³ points sampled). The inside of an open surface is where the winding number is a half.",
        "- **TetGen** (`-pq`) and **fTetWild** (defaults) get the surface as read, with equal positions welded. Only this script runs them.",
        "- **Goals**: a cage wants 2,000 tets. A conforming mesh wants 50,000, and takes up to 200,000, or 400,000 for thin walls (at most 15 %",
        "  over), to be within 1 % of the diagonal of its surface and 2 % of its volume.",
        f"- **Limit**: {options.timeout:g} s for each mesh.",
        "",
        f"Commit {commit.strip()}, {platform.machine()}, {os.cpu_count()} cores, {options.threads} threads; {versions}. Load average {os.getloadavg()[1]:.1f};",
        "`wall` grows when it exceeds the number of cores, `CPU` does not.",
        *([KEPT] if any(found["kept"] for found in rows) else []),
        "",
        summary(rows),
        "",
        "## Speed",
        "",
        f"Repair and filling, without reading the file: medians of {RUNS} runs [s] with nothing beside them. Memory is the peak of the whole",
        f"process [MB]. Wanted on two cores; memory {MEMORY[0] / 1e6:.0f} MB and {MEMORY[1]} B a tet.",
        "",
        times,
        "",
        "## Every file",
        "",
        "`wall` and `CPU` [s] cover repair and meshing; `>` marks the limit at which a mesher was stopped. Memory [MB] is the peak of the process.",
        "`to surface` is the largest distance of the mesh's boundary from the surface, `to mesh` that of the surface from the boundary [% of the",
        "diagonal]. `pieces` are those of the mesh. `faults` names promises that are not kept.",
        "",
        "| file | triangles | mesher | tets | wall | CPU | memory | dihedral [°] | to surface | to mesh | volume [%] | pieces | faults |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    lines = [line(found, mesher) for found in rows for mesher in TITLES if mesher in found]
    return "\n".join(head + [text for text in lines if text]) + "\n"


def line(found, mesher):
    said = found[mesher]
    name, triangles = Path(found["file"]).name, found["conforming"].get("triangles", "")
    start = f"| {name} | {triangles} | {TITLES[mesher]} |"
    if "dihedral" not in said:
        if mesher in OTHERS and said["status"] == "not run":
            return None
        what = "a shell" if said.get("kind") == "shell" else f"{said['status']}: {said.get('message', '')}"
        return f"{start} | {wall(said)} | | | | | | | | {what.replace('|', '/')} |"
    # Older results lack it.
    memory = f"{said['peak_bytes'] / 1e6:.0f}" if "peak_bytes" in said else ""
    return (
        f"{start} {said['tets']} | {said['seconds']:.2f} | {said['processor_seconds']:.2f} | {memory} | "
        f"{said['dihedral'][0]:.1f}–{said['dihedral'][1]:.1f} | {100 * said['mesh_to_surface']:.2f} | "
        f"{100 * said['surface_to_mesh']:.2f} | {100 * said['volume_error']:+.2f} | {said['pieces']} | {faults(said, mesher)} |"
    )


def wall(said):
    """The time in a row [s]: empty for a failure, `>` and the limit for what was stopped."""
    if "seconds" in said:
        return f"{said['seconds']:.2f}"
    return f">{limit(said):g}" if said["status"] == "time" else ""


def limit(said):
    """The limit [s]; older results have it in the message only."""
    return said.get("limit") or float(said["message"].removeprefix("over ").removesuffix(" s"))


def slowest(made):
    """The longest time of a mesher; of stopped ones only the limit is known."""
    stopped = [limit(said) for said in made if said["status"] == "time"]
    ended = [said["seconds"] for said in made if "seconds" in said]
    if stopped and max(stopped) >= max(ended, default=0):
        return f">{max(stopped):g}"
    return f"{max(ended):.2f}" if ended else ""


def faults(said, mesher):
    found = [f"{said['inverted']} inverted"] if said["inverted"] else []
    found += [] if said["manifold"] else ["not manifold"]
    found += ["angles"] if said["dihedral"][0] < 9 else []
    if mesher in MODES:
        found += [f"{said['cages']} of {said['bodies']} are cages"] if mesher == "conforming" and said["cages"] else []
        found += [f"{said['unresolved']} unresolved (said)"] if said["unresolved"] else []
        found += [f"{said['bodies']} bodies"] if said["pieces"] != said["bodies"] else []
    if mesher != "cage":
        far = max(said["mesh_to_surface"], said["surface_to_mesh"])
        found += ["distance"] if far > 0.01 else []
        found += ["volume"] if abs(said["volume_error"]) > 0.02 else []
    return ", ".join(found)


def summary(rows):
    """A line for each mesher and group of files."""
    lines = [
        "| group | mesher | files | meshes | valid | parts kept | within 1 % | 2 % volume | 10 s | slowest [s] |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for group in sorted({str(Path(found["file"]).parent) for found in rows}):
        own = [found for found in rows if str(Path(found["file"]).parent) == group]
        for mesher, title in TITLES.items():
            made = [f[mesher] for f in own if "dihedral" in f[mesher]]
            kept = sum(keeps_parts(said) for said in made) if mesher in MODES else ""
            near = sum(max(s["mesh_to_surface"], s["surface_to_mesh"]) <= 0.01 for s in made)
            same = sum(abs(s["volume_error"]) <= 0.02 for s in made)
            quick = sum(f[mesher].get("seconds", 11) <= 10 for f in own)
            lines.append(
                f"| {group} | {title} | {len(own)} | {len(made)} | {sum(map(is_valid, made))} | {kept} | {near} | {same} | "
                f"{quick} | {slowest([f[mesher] for f in own])} |"
            )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
