import { writeFileSync } from "node:fs";
import path from "node:path";

/** The time of a product that is ahead of the machine's. */
export type ShiftedClock = {
  /** The module that the product is started with. */
  preload: string;
  env: { DATE_SHIFT_FILE: string };
  now(): Date;
  /** Lets time pass for the product, which notices within 50 ms. */
  advance(ms: number): void;
};

/** A clock that begins now at `start`; `file` keeps by how much it is ahead. */
export function shiftedClock(file: string, start: Date): ShiftedClock {
  let shiftMs = start.getTime() - Date.now();
  const keep = () => writeFileSync(file, String(shiftMs));
  keep();
  return {
    preload: path.join(import.meta.dirname, "shift-date.ts"),
    env: { DATE_SHIFT_FILE: file },
    now: () => new Date(Date.now() + shiftMs),
    advance(ms) {
      shiftMs += ms;
      keep();
    },
  };
}
