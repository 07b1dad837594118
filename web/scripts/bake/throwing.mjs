/* One throw: a base that knocks three dice upwards several times under a glass dome, and the path of each die until
 * all are at rest. */
import { inverse, seeded, times, turned, unit } from "./turning.mjs";

export const GRAVITY = 60; // edges per second squared: dice as large as a hand, so that the eye can follow
export const TICK_HZ = 60;
const STEP_HZ = 240;
const RADIUS = 2.15;
const WALL = 1.1; // the height of the vertical glass
const STRUCK_S = [0.1, 0.72, 1.34, 1.9];
const STRIKE = { s: 0.1, high: 0.44 };
const MOST_S = 5;
const STILL = { move: 0.05, turn: 0.08, steps: 36 };
const AXES = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];

export function thrown(RAPIER, seed) {
  const random = seeded(seed);
  const world = new RAPIER.World({ x: 0, y: 0, z: -GRAVITY });
  world.timestep = 1 / STEP_HZ;
  const base = under(RAPIER, world);
  glass(RAPIER, world);
  const dice = [0, 1, 2].map((place) => die(RAPIER, world, place, random));
  const strikes = STRUCK_S.map((at) => ({ at: at + 0.06 * random(), high: STRIKE.high * (0.85 + 0.4 * random()) }));
  const { frames, contacts, steps } = lived(RAPIER, world, base, dice, strikes);
  const flat = dice.map((one) => lies(one.body));
  world.free();
  if (steps === null || flat.some((one) => one === null)) return null;
  const turnedUp = frames.map((ticks, place) => ticks.map((tick) => ({ at: tick.at, turn: times(tick.turn, flat[place].fix) })));
  return { seconds: steps / STEP_HZ, flat: Math.min(...flat.map((one) => one.share)), dice: turnedUp, contacts };
}

function under(RAPIER, world) {
  const body = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased());
  world.createCollider(RAPIER.ColliderDesc.cuboid(4, 4, 0.5).setTranslation(0, 0, -0.5).setFriction(0.55).setRestitution(0.45), body);
  return body;
}

/** Panels: a vertical wall, and rings of a hemisphere above it. */
function glass(RAPIER, world) {
  for (const [rise, count, tall] of [[0, 20, 0.9], [0.45, 18, 0.75], [0.95, 12, 0.75], [1.35, 6, 0.7]]) {
    for (let place = 0; place < count; place += 1) {
      const around = (2 * Math.PI * place) / count;
      const out = [Math.cos(around) * Math.cos(rise), Math.sin(around) * Math.cos(rise), Math.sin(rise)];
      const [yaw, pitch] = [[Math.cos(around / 2), 0, 0, Math.sin(around / 2)], [Math.cos(-rise / 2), 0, Math.sin(-rise / 2), 0]];
      const [w, x, y, z] = times(yaw, pitch);
      const far = RADIUS + 0.2;
      world.createCollider(
        RAPIER.ColliderDesc.cuboid(0.2, 0.6, rise ? tall : 1.2).setTranslation(out[0] * far, out[1] * far, WALL * (rise ? 1 : 0.5) + out[2] * far)
          .setRotation({ w, x, y, z }).setFriction(0.15).setRestitution(0.55),
      );
    }
  }
}

function die(RAPIER, world, place, random) {
  const around = (2 * Math.PI * place) / 3 + random();
  const turn = unit([random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5]);
  const body = world.createRigidBody(
    RAPIER.RigidBodyDesc.dynamic().setTranslation(0.95 * Math.cos(around), 0.95 * Math.sin(around), 0.9 + 0.2 * random())
      .setRotation({ w: turn[0], x: turn[1], y: turn[2], z: turn[3] }).setCcdEnabled(true)
      .setAngvel({ x: 8 * (random() - 0.5), y: 8 * (random() - 0.5), z: 8 * (random() - 0.5) }),
  );
  const collider = world.createCollider(
    RAPIER.ColliderDesc.roundCuboid(0.42, 0.42, 0.42, 0.08).setDensity(1).setFriction(0.45).setRestitution(0.4)
      .setActiveEvents(RAPIER.ActiveEvents.CONTACT_FORCE_EVENTS).setContactForceEventThreshold(0),
    body,
  );
  return { body, handle: collider.handle, place };
}

/** The height of the base. */
const height = (strikes, at) => strikes.reduce((sum, one) => {
  const since = (at - one.at) / STRIKE.s;
  return sum + (since > 0 && since < 1 ? one.high * Math.sin(Math.PI * since) : 0);
}, 0);

function lived(RAPIER, world, base, dice, strikes) {
  const queue = new RAPIER.EventQueue(true);
  const frames = dice.map(() => []);
  const contacts = [];
  const over = strikes.at(-1).at + STRIKE.s;
  for (let step = 0, still = 0; step < MOST_S * STEP_HZ; step += 1) {
    const at = step / STEP_HZ;
    if (step % (STEP_HZ / TICK_HZ) === 0) dice.forEach(({ body }, place) => frames[place].push(pose(body)));
    base.setNextKinematicTranslation({ x: 0, y: 0, z: height(strikes, at) });
    world.step(queue);
    queue.drainContactForceEvents((event) => contacts.push(contact(event, dice, base, at)));
    still = at > over && dice.every(({ body }) => quiet(body)) ? still + 1 : 0;
    if (still >= STILL.steps) return { frames, contacts, steps: step };
  }
  return { frames, contacts, steps: null };
}

const size = ({ x, y, z }) => Math.sqrt(x * x + y * y + z * z);
const quiet = (body) => size(body.linvel()) < STILL.move && size(body.angvel()) < STILL.turn;

function pose(body) {
  const [{ x, y, z }, turn] = [body.translation(), body.rotation()];
  return { at: [x, y, z], turn: [turn.w, turn.x, turn.y, turn.z] };
}

function contact(event, dice, base, at) {
  const struck = [event.collider1(), event.collider2()].map((handle) => dice.find((one) => one.handle === handle)?.place ?? -1);
  const on = struck.every((place) => place >= 0) ? "die" : [event.collider1(), event.collider2()].includes(base.collider(0).handle) ? "base" : "glass";
  return { at, on, dice: struck, blow: event.totalForceMagnitude() / STEP_HZ };
}

/** How flat a die lies, and the rotation that brings its upper face to its own z. */
function lies(body) {
  const { at, turn } = pose(body);
  const [above] = AXES.map((axis) => ({ axis, share: turned(turn, axis)[2] })).sort((one, other) => other.share - one.share);
  if (Math.abs(at[2] - 0.5) > 0.03) return null; // it leans, or lies on another die
  return { share: above.share, fix: inverse(standing(above.axis)) };
}

/** The rotation that brings an axis of a die to its z. */
function standing(axis) {
  const half = Math.SQRT1_2;
  const [x, y, z] = axis;
  if (z === 1) return [1, 0, 0, 0];
  if (z === -1) return [0, 1, 0, 0];
  return x ? [half, 0, -x * half, 0] : [half, y * half, 0, 0];
}
