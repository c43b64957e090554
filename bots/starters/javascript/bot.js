#!/usr/bin/env node
// A Heat bot to begin with: the fastest plan, less two spaces for each Heat it costs; then it cools. Change `act`.
"use strict";

const STRESS = 3; // what a Stress card is taken to turn up
const HEAT = 2; // spaces that a Heat is worth
const track = {};

// A race begins: here is the board.
function race(message) {
  track.spaces = message.track.spaces;
  track.limits = new Map(message.track.corners.map((corner) => [corner.at, corner.limit]));
}

// One of request.legal, of which the first is the cautious one.
function act(request) {
  if (request.step === "plan") {
    const me = request.view.cars[request.seat];
    return best(request.legal, (plan) => worth(plan, me));
  }
  if (request.step === "react") return best(request.legal, cooled);
  return request.legal[0];
}

// How good a plan such as "g3 1 4 S" is, in spaces.
function worth(plan, me) {
  const [gear, ...cards] = plan.split(" ");
  if (cards.includes("H") || gear === "concede") return -100; // the car would stand still
  let speed = 0;
  for (const card of cards) speed += card === "S" ? STRESS : /^\d+$/.test(card) ? Number(card) : 0;
  const shift = Math.abs(Number(gear.slice(1)) - me.gear);
  const cost = (shift === 2 ? 1 : 0) + corners(me.distance, speed);
  return cost <= me.engine ? speed - HEAT * cost : -cost;
}

// The Heat for the corner lines that a car crosses from here at this Speed.
function corners(start, speed) {
  let cost = 0;
  for (let space = Math.max(0, start) + 1; space <= start + speed; space++) {
    const limit = track.limits.get(space % track.spaces);
    if (limit !== undefined) cost += Math.max(0, speed - limit);
  }
  return cost;
}

// The Heat that an action such as "cool 2 gear" brings back into the engine.
function cooled(token) {
  return token.startsWith("cool ") ? Number(token.split(" ")[1]) : 0;
}

// The first of the tokens that are worth most.
function best(tokens, worth) {
  return tokens.reduce((one, other) => (worth(other) > worth(one) ? other : one));
}

// ---- the protocol heat/1: JSON lines in, JSON lines out ----

console.log = console.error; // stdout is the referee's
process.stdout.on("error", () => process.exit()); // the referee is gone
process.stdin.setEncoding("utf8");
let rest = "";
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  const waiting = lines.filter((line) => line.trim()).map((line) => JSON.parse(line));
  // After a pause, requests may wait whose time ran out: errors say which.
  const late = waiting.filter((message) => message.type === "error" && "applied" in message).map((message) => message.id);
  for (const message of waiting) {
    if (message.type === "hello") say({ type: "ready", protocol: "heat/1", name: "my bot", wants: ["legal", "view"] });
    else if (message.type === "race") race(message);
    else if (message.type === "request" && !late.includes(message.id)) answer(message);
    else if (message.type === "bye") process.exit();
  }
});

// An answer to a request: the first legal action if `act` fails, so that the race goes on.
function answer(request) {
  let action = request.legal[0];
  try {
    action = act(request);
  } catch (error) {
    console.error(`request ${request.id}: answered with the first legal action, ${action}`, error);
  }
  say({ type: "act", id: request.id, action });
}

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}
