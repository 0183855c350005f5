import { expect, test } from "vitest";
import { type RoomForm, roomChangeOf, roomFormOf, roomRules } from "./room-form.ts";

const room = {
  topic: { en: "Acoustic requests", es: "Peticiones acústicas" },
  goal: { title: { en: "a bolero", es: "un bolero" }, reached: 320, target: 500 },
  slow_seconds: 10,
};
const form = roomFormOf(room);
const problems = (change: Partial<RoomForm>) =>
  roomRules.safeParse({ ...form, ...change }).error?.issues.map(({ path, message }) => [path[0], message]) ??
  [];

test("The form starts as the room stands, and its rules accept that", () => {
  expect(form).toMatchObject({
    topicEn: "Acoustic requests",
    goalOn: true,
    goalEs: "un bolero",
    target: "500",
  });
  expect(problems({})).toEqual([]);
  expect(roomFormOf({ ...room, goal: null })).toMatchObject({ goalOn: false, target: "500" });
});

test("A goal needs both titles and a whole target within its bounds", () => {
  expect(problems({ goalEs: " " })).toEqual([["goalEs", "required"]]);
  for (const target of ["0", "", "1.5", "1000001", "x"])
    expect(problems({ target })).toEqual([["target", "target"]]);
  expect(problems({ target: "1000000" })).toEqual([]);
  expect(problems({ target: "1.000.000" })).toEqual([]);
  expect(roomChangeOf({ ...form, target: "1.000" }, room).goal?.target).toBe(1_000);
});

test("Without a goal its fields do not count", () => {
  expect(problems({ goalOn: false, goalEn: "", target: "x" })).toEqual([]);
});

test("A topic may be empty but not longer than 120 characters", () => {
  expect(problems({ topicEn: "" })).toEqual([]);
  expect(problems({ topicEn: "x".repeat(121) })).toEqual([["topicEn", "max_120"]]);
});

test("An untouched goal is not sent, so that it keeps what it has reached", () => {
  expect(roomChangeOf({ ...form, topicEn: " New " }, room)).toEqual({
    topic: { en: "New", es: "Peticiones acústicas" },
    slow_seconds: 10,
  });
});

test("A changed goal is sent whole, a removed one as null", () => {
  expect(roomChangeOf({ ...form, target: "800" }, room).goal).toEqual({
    title: { en: "a bolero", es: "un bolero" },
    target: 800,
  });
  expect(roomChangeOf({ ...form, goalOn: false }, room)).toHaveProperty("goal", null);
  expect(roomChangeOf({ ...form, goalOn: false }, { ...room, goal: null })).not.toHaveProperty("goal");
});
