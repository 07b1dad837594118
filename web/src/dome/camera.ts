/** The view of the base, the dice and the glass: from the front and above, with slight perspective. */
import type { Vector } from "./turning";

export type Point = readonly [x: number, y: number];

const RISE = (50 * Math.PI) / 180;
const [SIN, COS] = [Math.sin(RISE), Math.cos(RISE)];
const FAR = 15;
/** The width and height of the picture in die edges, and its centre. */
export const ACROSS = 5.9;
const MIDDLE = 0.5;

export const TO_EYE: Vector = [0, -COS, SIN];
/** How flat a circle on the base looks. */
export const FLATTENED = SIN;

export const depth = ([, y, z]: Vector): number => -y * COS + z * SIN;

export class Camera {
  readonly scale: number;

  constructor(readonly size: number) {
    this.scale = size / ACROSS;
  }

  seen(point: Vector): Point {
    const near = (FAR / (FAR - depth(point))) * this.scale;
    return [this.size / 2 + point[0] * near, this.size / 2 - (point[1] * SIN + point[2] * COS - MIDDLE) * near];
  }
}
