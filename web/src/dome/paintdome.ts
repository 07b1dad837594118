/** Paints the static parts: the base, the glass behind and in front of the dice, and the cover that hides them. */
import { GLYPHS } from "../glyphs";
import { FLATTENED, type Camera } from "./camera";

const [RADIUS, RIM, WALL] = [2.3, 2.62, 1.1];
const TURN = 2 * Math.PI;

type Brush = CanvasRenderingContext2D;

function ellipse(brush: Brush, camera: Camera, radius: number, high = 0): void {
  const [x, y] = camera.seen([0, 0, high]);
  brush.ellipse(x, y, radius * camera.scale, radius * camera.scale * FLATTENED, 0, 0, TURN);
}

/** The outline of wall and hemisphere: the front of the base below, a circle above. */
function bell(brush: Brush, camera: Camera): void {
  const [x, low] = camera.seen([0, 0, 0]);
  const [, high] = camera.seen([0, 0, WALL]);
  const wide = RADIUS * camera.scale;
  brush.beginPath();
  brush.ellipse(x, low, wide, wide * FLATTENED, 0, 0, Math.PI);
  brush.lineTo(x - wide, high);
  brush.ellipse(x, high, wide, wide, 0, Math.PI, TURN);
  brush.closePath();
}

export function paintBase(brush: Brush, camera: Camera): void {
  const [x, y] = camera.seen([0, 0, 0]);
  const wide = RIM * camera.scale;
  const drop = camera.scale * 0.26;
  const brass = brush.createLinearGradient(x - wide, 0, x + wide, 0);
  for (const [at, colour] of [[0, "#5d4218"], [0.25, "#e9cf86"], [0.5, "#8d6a2c"], [0.75, "#f4e0a4"], [1, "#5d4218"]] as const) brass.addColorStop(at, colour);
  brush.fillStyle = "rgb(0 0 0 / 0.45)";
  brush.beginPath();
  brush.ellipse(x, y + drop * 2, wide * 1.03, wide * FLATTENED, 0, 0, TURN);
  brush.fill();
  brush.fillStyle = brass;
  for (const below of [drop, 0]) {
    brush.beginPath();
    brush.ellipse(x, y + below, wide, wide * FLATTENED, 0, 0, TURN);
    brush.fill();
    brush.fillStyle = below ? "#c9a95a" : brass;
  }
  const cloth = brush.createRadialGradient(x, y - wide * 0.2, wide * 0.1, x, y, wide);
  cloth.addColorStop(0, "#1c7a57");
  cloth.addColorStop(1, "#062c1f");
  brush.fillStyle = cloth;
  brush.beginPath();
  ellipse(brush, camera, RADIUS);
  brush.fill();
}

export function paintGlass(brush: Brush, camera: Camera, front: boolean): void {
  const [x, y] = camera.seen([0, 0, WALL]);
  const wide = RADIUS * camera.scale;
  const sheen = brush.createRadialGradient(x - wide * 0.3, y - wide * 0.4, wide * 0.1, x, y, wide * 1.25);
  sheen.addColorStop(0, "rgb(255 255 255 / 0.05)");
  sheen.addColorStop(0.72, "rgb(200 235 230 / 0.06)");
  sheen.addColorStop(1, "rgb(225 250 245 / 0.3)");
  bell(brush, camera);
  brush.fillStyle = front ? sheen : "rgb(4 14 12 / 0.35)";
  brush.fill();
  if (!front) return;
  brush.strokeStyle = "rgb(255 255 255 / 0.35)";
  brush.lineWidth = Math.max(1, camera.scale * 0.03);
  brush.stroke();
  brush.lineCap = "round";
  for (const [from, to, pen, faint] of [[1.13, 1.34, 0.13, 0.5], [1.37, 1.41, 0.13, 0.4], [1.72, 1.8, 0.07, 0.25]] as const) {
    brush.strokeStyle = `rgb(255 255 255 / ${faint})`;
    brush.lineWidth = camera.scale * pen;
    brush.beginPath();
    brush.arc(x, y, wide * 0.86, from * Math.PI, to * Math.PI);
    brush.stroke();
  }
}

export function paintCover(brush: Brush, camera: Camera): void {
  const [x, y] = camera.seen([0, 0, WALL]);
  const wide = RADIUS * camera.scale;
  const lacquer = brush.createRadialGradient(x - wide * 0.35, y - wide * 0.5, wide * 0.05, x, y, wide * 1.5);
  lacquer.addColorStop(0, "#9c3038");
  lacquer.addColorStop(0.45, "#641019");
  lacquer.addColorStop(1, "#23040a");
  bell(brush, camera);
  brush.fillStyle = lacquer;
  brush.fill();
  brush.strokeStyle = "#e6c977";
  brush.lineWidth = camera.scale * 0.07;
  brush.stroke();
  brush.save();
  brush.translate(x - wide * 0.36, y - wide * 0.45);
  brush.scale((wide * 0.72) / 100, (wide * 0.72) / 100);
  brush.fillStyle = "#e6c977";
  brush.fill(new Path2D(GLYPHS["骰"]));
  brush.restore();
}
