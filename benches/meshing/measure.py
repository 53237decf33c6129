"""Measures a tet mesh against the surface that it fills, by numpy and libigl; none of Pliant's code judges it."""

import igl
import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

SAMPLES = 20_000  # random points on either surface, besides the corners of all triangles
CELLS = 60  # along an edge of the box in which overlaps are sampled, one point a cell
SEED = 1
JUST_OFF = 1e-5  # distance from a surface at which its sides are told apart [diagonal]
LEVELS = [0.25e-2, 0.5e-2, 0.75e-2, 1e-2]  # across openings: distances at which the winding number is looked at [diagonal]
SLIT = 1e-3  # components nearer than this have no boundary between them [diagonal]


def triangles_of(tets):
    """The triangles of one tet only, facing outward where the tet's volume is positive."""
    faces = np.concatenate([tets[:, list(c)] for c in [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]])
    _, first, count = np.unique(np.sort(faces, axis=1), axis=0, return_index=True, return_counts=True)
    return faces[first[count == 1]]


def dihedrals(points, tets):
    """The least and the largest angle between two faces of a tet [degree]."""
    p = points[tets]
    faces = [(1, 2, 3), (0, 3, 2), (0, 1, 3), (0, 2, 1)]
    normals = [np.cross(p[:, b] - p[:, a], p[:, c] - p[:, a]) for a, b, c in faces]
    angles = []
    for i in range(4):
        for j in range(i):
            crossed = np.linalg.norm(np.cross(normals[i], normals[j]), axis=1)
            angles.append(np.degrees(np.arctan2(crossed, -np.einsum("ij,ij->i", normals[i], normals[j]))))
    return float(np.min(angles)), float(np.max(angles))


def volumes(points, tets):
    """Signed volumes of the tets."""
    p = points[tets]
    e = [p[:, i] - p[:, 0] for i in (1, 2, 3)]
    return np.einsum("ij,ij->i", e[0], np.cross(e[1], e[2])) / 6


def components(count, cells):
    """The number of the connected piece of each cell, by shared vertices."""
    n = cells.shape[1]
    rows = np.repeat(cells[:, 0], n - 1)
    graph = coo_matrix((np.ones(len(rows), bool), (rows, cells[:, 1:].ravel())), shape=(count, count))
    return connected_components(graph, directed=False)[1][cells[:, 0]]


def is_manifold(triangles):
    """Whether every edge has two triangles, and the triangles at every vertex are one fan."""
    edges = np.sort(np.concatenate([triangles[:, [i, (i + 1) % 3]] for i in range(3)]), axis=1)
    if not np.all(np.unique(edges, axis=0, return_counts=True)[1] == 2):
        return False
    # Corners linked across edges form one piece a vertex, unless it has several fans.
    corner = np.arange(triangles.size).reshape(-1, 3)
    ends = []
    for i in range(3):
        a, b = triangles[:, i], triangles[:, (i + 1) % 3]
        low = a < b
        at_low = np.where(low, corner[:, i], corner[:, (i + 1) % 3])
        at_high = np.where(low, corner[:, (i + 1) % 3], corner[:, i])
        ends.append(np.stack([np.minimum(a, b), np.maximum(a, b), at_low, at_high], axis=1))
    ends = np.concatenate(ends)
    ends = ends[np.lexsort((ends[:, 1], ends[:, 0]))]
    first, second = ends[0::2], ends[1::2]
    rows = np.concatenate([first[:, 2], first[:, 3]])
    columns = np.concatenate([second[:, 2], second[:, 3]])
    graph = coo_matrix((np.ones(len(rows), bool), (rows, columns)), shape=(triangles.size,) * 2)
    return connected_components(graph, directed=False)[0] == len(np.unique(triangles))


def samples(points, triangles, random):
    """Points on a surface with their triangles: corners (moved inward by a thousandth) and random ones by area."""
    p = points[triangles]
    area = 0.5 * np.linalg.norm(np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]), axis=1)
    chosen = random.choice(len(triangles), SAMPLES, p=area / area.sum())
    u, v = random.random((2, SAMPLES))
    flip = u + v > 1
    u, v = np.where(flip, 1 - u, u), np.where(flip, 1 - v, v)
    q = p[chosen]
    inner = q[:, 0] + u[:, None] * (q[:, 1] - q[:, 0]) + v[:, None] * (q[:, 2] - q[:, 0])
    corners = (0.999 * p + 0.001 * p.mean(axis=1, keepdims=True)).reshape(-1, 3)
    return np.concatenate([corners, inner]), np.concatenate([np.repeat(np.arange(len(triangles)), 3), chosen])


def is_open(triangles):
    """Whether an edge is not used as often one way as the other."""
    edges = triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
    way = np.where(edges[:, 0] < edges[:, 1], 1, -1)
    _, number = np.unique(np.sort(edges, axis=1), axis=0, return_inverse=True)
    return bool(np.any(np.bincount(number.ravel(), weights=way) != 0))


def farthest(from_points, points, triangles):
    """The largest distance of points from a surface."""
    squared = igl.point_mesh_squared_distance(from_points, points, triangles)[0]
    return float(np.sqrt(squared.max(initial=0)))


class Reference:
    """What meshes are measured against: the boundary of where the winding number is a half or more, without slits."""

    def __init__(self, points, triangles):
        used, renumbered = np.unique(triangles, return_inverse=True)
        self.points, self.triangles = points[used], renumbered.reshape(-1, 3)
        self.diagonal = float(np.linalg.norm(np.ptp(self.points, axis=0)))
        self.is_open = is_open(self.triangles)
        self.volume, self.overlaps = self._volume()
        edges = self.triangles[:, [0, 1, 1, 2]].reshape(-1, 2)
        links = coo_matrix((np.ones(len(edges)), edges.T), shape=(len(self.points),) * 2)
        self.component = connected_components(links, directed=False)[1][self.triangles[:, 0]]
        self.samples, triangle = samples(self.points, self.triangles, np.random.default_rng(SEED))
        p = self.points[self.triangles[triangle]]
        self.own = self.component[triangle]
        normal = np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])
        length = np.linalg.norm(normal, axis=1)
        self.normal = self.diagonal * normal / np.maximum(length, 1e-300)[:, None]

    def _missed(self, points, triangles):
        """The largest distance of the surface from a mesh. Parts inside others, and slits between touching components, do not count."""
        squared = igl.point_mesh_squared_distance(self.samples, points, triangles)[0]
        order = np.argsort(-squared)
        for block in np.array_split(order, max(1, len(order) // 256)):
            counts = self._is_boundary(self.samples[block], self.normal[block], self.own[block])
            if counts.any():
                return float(np.sqrt(squared[block][counts].max()))
        return 0.0

    def _is_boundary(self, at, normal, own):
        """Whether the solid lies on one side only, and the other side is no slit before another component."""
        first, second = (self._inside(at + way * JUST_OFF * normal) for way in (1, -1))
        middle = at + 0.5 * SLIT * np.where(second, 1, -1)[:, None] * normal
        squared, nearest = igl.point_mesh_squared_distance(middle, self.points, self.triangles)[:2]
        is_shut = self._inside(middle) | (squared <= (0.45 * SLIT * self.diagonal) ** 2)
        is_other = (self.component[nearest] != own) & (squared < (0.5 * SLIT * self.diagonal) ** 2)
        return (first != second) & ~(is_shut & is_other)

    def _inside(self, at):
        return igl.fast_winding_number(self.points, self.triangles, at) >= 0.5

    def _off(self, at, corners):
        """The largest distance of points on a mesh's triangles from the surface [diagonal]; across openings, along the mesh's normal, from
        where the winding number is a half."""
        if not self.is_open:
            return farthest(at, self.points, self.triangles) / self.diagonal
        off = np.sqrt(igl.point_mesh_squared_distance(at, self.points, self.triangles)[0]) / self.diagonal
        normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        normal *= self.diagonal / np.maximum(np.linalg.norm(normal, axis=1), 1e-300)[:, None]
        for level in reversed(LEVELS):
            crosses = self._inside(at + level * normal) != self._inside(at - level * normal)
            off = np.where(crosses, np.minimum(off, level), off)
        return float(off.max(initial=0))

    def _volume(self):
        """The volume, and whether parts overlap. Closed: the divergence theorem, divided by the mean winding number of sampled points
        inside if that is over 1.01. Open: the share of points inside."""
        low, size = self.points.min(axis=0), np.ptp(self.points, axis=0)
        cells = np.stack(np.meshgrid(*[np.arange(CELLS)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
        at = low + size * (cells + np.random.default_rng(SEED).random(cells.shape)) / CELLS
        winding = igl.fast_winding_number(self.points, self.triangles, at)
        if self.is_open:
            return float(np.mean(winding >= 0.5) * size.prod()), True
        winding = np.round(winding)
        around = float(winding[winding >= 1].mean()) if (winding >= 1).any() else 1.0
        p = self.points[self.triangles] - (low + 0.5 * size)
        exact = float(np.einsum("ij,ij->i", p[:, 0], np.cross(p[:, 1], p[:, 2])).sum() / 6)
        overlaps = around > 1.01
        return (exact / around if overlaps else exact), overlaps

    def judge(self, points, tets, either_way):
        """All measures of one mesh; distances are fractions of the surface's diagonal. Pliant promises positive volumes; other meshers may
        number all their tets the other way round (`either_way`)."""
        volume = volumes(points, tets)
        turned = either_way and volume.sum() < 0
        tets, volume = (tets[:, [0, 1, 3, 2]], -volume) if turned else (tets, volume)
        boundary = triangles_of(tets)
        least, largest = dihedrals(points, tets)
        from_mesh, triangle = samples(points, boundary, np.random.default_rng(SEED))
        return {
            "tets": len(tets),
            "inverted": int((volume <= 0).sum()),
            "dihedral": [least, largest],
            "manifold": bool(is_manifold(boundary)),
            "pieces": len(np.unique(components(len(points), tets))),
            "mesh_to_surface": self._off(from_mesh, points[boundary[triangle]]),
            "surface_to_mesh": self._missed(points, boundary) / self.diagonal,
            "volume_error": float(volume.sum() / self.volume - 1),
        }
