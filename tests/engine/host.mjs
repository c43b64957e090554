// A host of heat-engine/1: three seats, each choosing by roll-outs in worlds it cannot tell from the true one.
// node host.mjs SEED COMMAND... ; the record and the standings go to stdout.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [seed, command, ...rest] = process.argv.slice(2);
const engine = spawn(command, rest, { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map();
let last = 0;

createInterface({ input: engine.stdout }).on("line", (line) => {
  const answer = JSON.parse(line);
  const { resolve, reject } = waiting.get(answer.id);
  waiting.delete(answer.id);
  if (answer.type === "error") reject(new Error(`${answer.code}: ${answer.why}`));
  else resolve(answer);
});

function ask(type, fields = {}) {
  const id = ++last;
  engine.stdin.write(JSON.stringify({ type, id, ...fields }) + "\n");
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

// The better of the first and the last legal action, by one roll-out of each.
async function choose(handle, seat, actions, dice) {
  let best = actions[0], most = -1;
  for (const action of [actions[0], actions[actions.length - 1]]) {
    const world = (await ask("resample", { handle, seat, dice })).handle;
    await ask("act", { handle: world, seat, action, wants: [] });
    const { results } = await ask("play_out", { handle: world, dice });
    await ask("close", { handle: world });
    const points = results[0].find((row) => row.seat === seat).points;
    if (points > most) [best, most] = [action, points];
  }
  return best;
}

let state = await ask("new", { drivers: ["a", "b", "c"], laps: 1, seed, wants: ["legal"] });
const handle = state.handle;
while (!state.over) {
  const { seat, actions } = state.legal[0];
  const many = state.decisions % 7 === 0 && actions.length > 1;
  const action = many ? await choose(handle, seat, actions, state.decisions) : actions[Math.floor(actions.length / 2)];
  state = await ask("act", { handle, seat, action, wants: ["legal"] });
}
const { standings } = await ask("outcome", { handle });
const { record } = await ask("record", { handle });
await ask("quit");
engine.stdin.end();
console.log(JSON.stringify({ record, standings, decisions: state.decisions }));
