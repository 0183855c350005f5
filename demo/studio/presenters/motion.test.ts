import { expect, test } from "vitest";
import { demoModels } from "../../models.ts";
import { confettiOf } from "./confetti.ts";
import { drawn } from "./curtain.ts";
import { cheerPose, idlePose } from "./motion.ts";
import { temperamentOf } from "./temperament.ts";

const frames = 64;
const loopOf = (seed: string) =>
  Array.from({ length: frames }, (_, frame) => idlePose(frame / frames, temperamentOf(seed, "guitar")));

test.each(demoModels.filter((member) => member.live).map((member) => member.login))(
  "%s blinks, talks, sways and breathes",
  (login) => {
    const loop = loopOf(login);
    expect(loop.some((pose) => pose.eyes === "closed")).toBe(true);
    expect(loop.filter((pose) => pose.eyes === "open").length).toBeGreaterThan(frames * 0.7);
    expect(loop.some((pose) => pose.mouth !== "rest")).toBe(true);
    expect(loop.some((pose) => pose.mouth === "rest")).toBe(true);
    const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
    expect(spread(loop.map((pose) => pose.headTilt))).toBeGreaterThan(2);
    expect(spread(loop.map((pose) => pose.breath))).toBeGreaterThan(0.9);
    expect(spread(loop.map((pose) => pose.swing))).toBeGreaterThan(1);
  },
);

test("the end of the loop meets its beginning", () => {
  const nature = temperamentOf("luna", "guitar");
  const [last, first] = [idlePose(1 - 1e-9, nature), idlePose(0, nature)];
  for (const key of ["headX", "headY", "headTilt", "breath", "swing", "drift"] as const)
    expect(last[key]).toBeCloseTo(first[key], 5);
});

test("a cheer begins and ends in the idle pose, and only a big one throws the arms up", () => {
  const nature = temperamentOf("yuki", "pad");
  for (const size of ["small", "medium", "big"] as const)
    for (const end of [0, 1])
      expect(cheerPose(0.4, end, size, nature)).toMatchObject({
        armsUp: 0,
        headX: idlePose(0.4, nature).headX,
        brows: idlePose(0.4, nature).brows,
      });
  expect(cheerPose(0.4, 0.5, "big", nature).armsUp).toBe(1);
  expect(cheerPose(0.4, 0.5, "medium", nature).armsUp).toBe(0);
  expect(cheerPose(0.4, 0.5, "medium", nature).eyes).toBe("happy");
});

test("confetti flies and has faded when the cheer is over; a bigger gift throws more", () => {
  const count = (size: "small" | "medium" | "big") => confettiOf("luna", size, 4)(1.4).length;
  expect(count("small")).toBeGreaterThan(5);
  expect(count("medium")).toBeGreaterThan(count("small"));
  expect(count("big")).toBeGreaterThan(count("medium"));
  expect(confettiOf("luna", "big", 4)(4).every((piece) => piece.opacity === 0)).toBe(true);
  expect(confettiOf("luna", "big", 4)(1)).toEqual(confettiOf("luna", "big", 4)(1));
});

test("a curtain is open at 0, shut at 1 and never moves back", () => {
  const way = Array.from({ length: 21 }, (_, step) => drawn(step / 20));
  expect(way[0]).toBe(0);
  expect(way[20]).toBe(1);
  expect(way).toEqual(way.toSorted((a, b) => a - b));
});
