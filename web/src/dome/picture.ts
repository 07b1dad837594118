/** The picture of the dome: static layers before and behind a canvas of the dice, so that a frame paints only the
 * dice. */
import { Camera, FLATTENED } from "./camera";
import type { Faces } from "./die";
import { ordered, paintDie, paintShadow } from "./paintdie";
import { paintBase, paintCover, paintGlass } from "./paintdome";
import type { Pose } from "./throws";

export type Part = "behind" | "before" | "lid";

/** The static layers at one size. Painting takes longer than a frame, and every dome of a page needs them. */
class Still {
  private static last: Still | undefined;
  private readonly camera: Camera;
  readonly parts: Readonly<Record<Part, HTMLCanvasElement>>;

  private constructor(readonly size: number) {
    const camera = (this.camera = new Camera(size));
    this.parts = {
      behind: this.layer((brush) => {
        paintBase(brush, camera);
        paintGlass(brush, camera, false);
      }),
      before: this.layer((brush) => paintGlass(brush, camera, true)),
      lid: this.layer((brush) => paintCover(brush, camera)),
    };
  }

  static of(size: number): Still {
    if (this.last?.size !== size) this.last = new Still(size);
    return this.last as Still;
  }

  private layer(paint: (brush: CanvasRenderingContext2D) => void): HTMLCanvasElement {
    const made = document.createElement("canvas");
    [made.width, made.height] = [this.camera.size, this.camera.size];
    paint(made.getContext("2d") as CanvasRenderingContext2D);
    return made;
  }
}

export function paintStill(canvas: HTMLCanvasElement, size: number, part: Part): void {
  [canvas.width, canvas.height] = [size, size];
  (canvas.getContext("2d") as CanvasRenderingContext2D).drawImage(Still.of(size).parts[part], 0, 0);
}

export class Picture {
  private readonly camera: Camera;
  private readonly brush: CanvasRenderingContext2D;

  constructor(canvas: HTMLCanvasElement, size: number) {
    if (canvas.width !== size) [canvas.width, canvas.height] = [size, size];
    this.brush = canvas.getContext("2d") as CanvasRenderingContext2D;
    this.camera = new Camera(size);
  }

  /** Without dice while nobody may see them. */
  paint(poses: readonly Pose[], faces: readonly Faces[]): void {
    const { brush, camera } = this;
    brush.clearRect(0, 0, camera.size, camera.size);
    for (const pose of poses) paintShadow(brush, camera, pose, FLATTENED);
    for (const place of ordered(poses)) paintDie(brush, camera, poses[place] as Pose, faces[place] as Faces);
  }
}
