import { readFileSync } from "node:fs";

/**
 * Preloaded into a product (`node --import`): the file that `DATE_SHIFT_FILE` names holds how many ms its clock is
 * ahead of the machine's. The file is read again as time goes by, so that a test can let hours pass.
 */
const file = process.env.DATE_SHIFT_FILE;
if (!file) throw new Error("DATE_SHIFT_FILE names no file");
const readAgainAfterMs = 50;
const machine = Date;
let shiftMs = 0;
let readAt = Number.NEGATIVE_INFINITY;

function now(): number {
  if (performance.now() - readAt > readAgainAfterMs) {
    shiftMs = Number(readFileSync(String(file), "utf8"));
    readAt = performance.now();
  }
  return machine.now() + shiftMs;
}

globalThis.Date = new Proxy(machine, {
  construct: (target, given: unknown[]) => Reflect.construct(target, given.length > 0 ? given : [now()]),
  apply: () => new machine(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
