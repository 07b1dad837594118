// A wager to its settlement by Node's library ws.
import { randomBytes } from "node:crypto";
import WebSocket from "ws";

const { JUDGED_SOCKET, JUDGED_SEAT, JUDGED_TABLE } = process.env;
const [STAKE, SPOT, WITHIN_MS] = [500, "big", 40_000];
const socket = new WebSocket(JUDGED_SOCKET, { headers: { Cookie: JUDGED_SEAT } });
const ORDER = `judge-${randomBytes(4).toString("hex")}`;
let [heard, number, taken] = [0, 0, null];

function end(...findings) {
  process.stdout.write(JSON.stringify({ cases: heard, findings }));
  process.exit(0);
}
const say = (message) => socket.send(JSON.stringify(message));
const wager = (seat) => ({ do: "place-wager", seat, spot: SPOT, stake: STAKE, contribution: randomBytes(32).toString("hex") });
let seat;

function read(told) {
  const { table } = told;
  seat = told.is === "view" ? told.seat.seat : seat;
  number = table?.round ?? number;
  if (!taken && table?.phase === "betting") say({ is: "give", id: ORDER, command: wager(seat), round: number });
  if (told.id === ORDER) taken = told.is === "taken" ? { ...told, round: number } : end(`declined: ${told.words}`);
  const result = told.is === "seat" && taken && told.seat.result?.round === taken.round ? told.seat.result : null;
  if (!result) return;
  const paid = taken.credit + result.returned === told.seat.credit && result.staked === STAKE;
  socket.close(1000);
  socket.on("close", (code) => end(...(paid ? [] : ["paid wrongly"]), ...(code === 1000 ? [] : [`closed with ${code}`])));
}

socket.on("open", () => say({ is: "join", table: JUDGED_TABLE }));
socket.on("message", (data) => {
  heard += 1;
  read(JSON.parse(data));
});
socket.on("error", (error) => end(`no settlement: ${error.message}`));
setTimeout(() => end("no settlement in time"), WITHIN_MS);
