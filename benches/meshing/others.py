"""`others.py tetgen|ftetwild POINTS TRIANGLES OUT THREADS`: runs one other mesher in a process of its own, which may crash or be
stopped. Prints a line of JSON, as `meshing` does. Neither mesher is part of Pliant: TetGen is AGPL, fTetWild MPL."""

import json
import resource
import sys
import time

import numpy as np


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def peak_bytes():
    """The peak of this program alone; getrusage begins with the memory of its parent."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmHWM:"))


def tetgen(points, triangles, _threads):
    """Constrained Delaunay with Steiner points (-pq, its default quality: radius to edge at most 2)."""
    import tetgen as library

    made = library.TetGen(points, triangles.astype(np.int32)).tetrahedralize(plc=True, quality=True)
    return made[0], made[1][:, :4]


def ftetwild(points, triangles, threads):
    """Its defaults: edges of a twentieth of the diagonal, an envelope of a thousandth."""
    import pytetwild

    return pytetwild.tetrahedralize(points, triangles.astype(np.int32), num_threads=threads)


def main():
    name, points, triangles, out, threads = sys.argv[1:]
    points = np.fromfile(points, "<f4").reshape(-1, 3)
    triangles = np.fromfile(triangles, "<u4").reshape(-1, 3)
    # Neither welds by itself.
    points, number = np.unique(points, axis=0, return_inverse=True)
    triangles = number.reshape(-1)[triangles]
    twice = (triangles == np.roll(triangles, 1, axis=1)).any(axis=1)
    mesher = {"tetgen": tetgen, "ftetwild": ftetwild}[name]
    before, start = processor_seconds(), time.perf_counter()
    try:
        made, tets = mesher(points.astype(np.float64), triangles[~twice], int(threads))
    except Exception as error:  # the table shows its message
        print(json.dumps({"status": "Error", "message": str(error).strip().splitlines()[0][:80]}))
        return
    said = {
        "status": "Ok" if len(tets) else "Error",
        "message": "" if len(tets) else "no tets",
        "seconds": time.perf_counter() - start,
        "processor_seconds": processor_seconds() - before,
        "peak_bytes": peak_bytes(),
    }
    made.astype("<f8").tofile(out + ".positions")
    tets.astype("<u4").tofile(out + ".tets")
    print(json.dumps(said))


main()
