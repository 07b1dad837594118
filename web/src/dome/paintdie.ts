/** Paints a resting or flying die: a rounded body, and the visible faces with their pips. */
import { isRed, PIPS, radius } from "../dice/pips";
import { ink, mark, sides } from "../dice/sides.svelte";
import { once } from "../shared/once";
import type { FaceInfo } from "../wire";
import { depth, TO_EYE, type Camera, type Point } from "./camera";
import type { Faces } from "./die";
import type { Pose } from "./throws";
import { axes, type Vector } from "./turning";

const LIGHT: Vector = [-0.42, -0.38, 0.82];
const IVORY = [252, 246, 230] as const;
const [HALF, ROUNDED, SHADOW] = [0.5, 0.17, 0.62];

const dot = (one: Vector, other: Vector): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
const moved = (from: Vector, by: Vector, far: number): Vector => [from[0] + by[0] * far, from[1] + by[1] * far, from[2] + by[2] * far];
const shade = (bright: number): string => `rgb(${IVORY.map((part) => Math.round(part * bright)).join(" ")})`;

/** The shadow of a die on the base, larger and fainter with its height. */
export function paintShadow(brush: CanvasRenderingContext2D, camera: Camera, { at: [x, y, z] }: Pose, flat: number): void {
  const [left, top] = camera.seen([x, y, 0]);
  const wide = camera.scale * SHADOW * (1 + z * 0.12);
  brush.fillStyle = `rgb(0 0 0 / ${Math.max(0.08, 0.5 - z * 0.11)})`;
  brush.beginPath();
  brush.ellipse(left, top, wide, wide * flat, 0, 0, 2 * Math.PI);
  brush.fill();
}

export function paintDie(brush: CanvasRenderingContext2D, camera: Camera, { at, turn }: Pose, faces: Faces): void {
  const own = axes(turn);
  paintBody(brush, camera, at, own);
  own.forEach((axis, place) => {
    for (const way of [1, -1] as const) {
      const out: Vector = [axis[0] * way, axis[1] * way, axis[2] * way];
      if (dot(out, TO_EYE) <= 0.02) continue;
      const [along, over] = [own[(place + 1) % 3] as Vector, own[(place + 2) % 3] as Vector];
      paintFace(brush, camera, moved(at, out, HALF), along, over, faces[place * 2 + (way < 0 ? 1 : 0)] ?? 1, 0.62 + 0.4 * Math.max(0, dot(out, LIGHT)));
    }
  });
}

/** The outline of all corners, drawn with a round pen. */
function paintBody(brush: CanvasRenderingContext2D, camera: Camera, at: Vector, own: readonly [Vector, Vector, Vector]): void {
  const inner = HALF - ROUNDED;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((place) => {
    const sign = (bit: number) => (place & bit ? inner : -inner);
    return camera.seen(moved(moved(moved(at, own[0], sign(1)), own[1], sign(2)), own[2], sign(4)));
  });
  brush.lineJoin = "round";
  brush.lineWidth = camera.scale * ROUNDED * 2;
  brush.strokeStyle = brush.fillStyle = shade(0.66);
  brush.beginPath();
  for (const [x, y] of hull(corners)) brush.lineTo(x, y);
  brush.closePath();
  brush.fill();
  brush.stroke();
}

function paintFace(brush: CanvasRenderingContext2D, camera: Camera, middle: Vector, along: Vector, over: Vector, face: number, bright: number): void {
  const [x, y] = camera.seen(middle);
  const [right, below] = [camera.seen(moved(middle, along, HALF)), camera.seen(moved(middle, over, HALF))];
  brush.save();
  brush.transform((right[0] - x) / 50, (right[1] - y) / 50, (below[0] - x) / 50, (below[1] - y) / 50, x, y);
  brush.fillStyle = shade(Math.min(1, bright));
  brush.fill(square());
  const side = sides.of(face);
  if (side) {
    paintSide(brush, side);
    return brush.restore();
  }
  brush.fillStyle = isRed(face) ? "#b8141f" : "#1b1e22";
  brush.fill(pips(face));
  brush.restore();
}

/** What is on a face instead of pips: the same as on dice in text. */
function paintSide(brush: CanvasRenderingContext2D, side: FaceInfo): void {
  brush.fillStyle = ink(side);
  brush.textAlign = "center";
  brush.textBaseline = "middle";
  brush.font = `700 ${side.picture ? 52 : 36}px system-ui, sans-serif`;
  brush.fillText(mark(side), 0, 3);
}

/** The same in every frame, around the centre of a face. */
const square = once(() => {
  const path = new Path2D();
  path.roundRect(-49, -49, 98, 98, 19);
  return path;
});

const pips = once((face: number) => {
  const path = new Path2D();
  for (const [across, down] of PIPS[face - 1] ?? []) {
    path.moveTo(across - 50 + radius(face), down - 50);
    path.arc(across - 50, down - 50, radius(face), 0, 2 * Math.PI);
  }
  return path;
});

/** The convex hull of the points. */
export function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const side = (all: readonly Point[]) => {
    const kept: Point[] = [];
    for (const point of all) {
      while (kept.length > 1 && left(kept.at(-2) as Point, kept.at(-1) as Point, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...side(sorted), ...side(sorted.reverse())];
}

const left = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** The farthest first. */
export const ordered = (poses: readonly Pose[]): number[] => poses.map((_, place) => place).sort((one, other) => depth((poses[one] as Pose).at) - depth((poses[other] as Pose).at));
