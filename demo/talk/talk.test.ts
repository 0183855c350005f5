import { expect, test } from "vitest";
import { seededRandom } from "#server/kit/random.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { readingMs, typingMs } from "./pace.ts";
import type { Heard } from "./script.ts";
import { createTalk, type Voice } from "./talk.ts";

const text = (body: string): Heard => ({ kind: "text", text: body });

/** One conversation whose model repeats what was heard. */
function conversation(mayTalk = async () => true) {
  const clock = manualClock();
  const said: string[] = [];
  const typed: number[] = [];
  const failures: unknown[] = [];
  const talk = createTalk({ clock, random: seededRandom("talk"), failed: (error) => failures.push(error) });
  let opened = 0;
  const voice: Voice = {
    script: {
      recall() {},
      answer: (heard) => heard.map((each) => (each.kind === "text" ? each.text : each.kind)).join("+"),
    },
    mayTalk,
    typing: () => typed.push(clock.now().getTime()),
    say: async (line) => void said.push(line),
  };
  const open = async () => {
    opened++;
    return voice;
  };
  /** Lets every pending promise run, then the time pass. */
  const pass = async (ms: number) => {
    for (let step = 0; step < ms; step += 100) {
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      clock.advance(100);
    }
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return {
    ...{ talk, said, typed, failures, pass },
    hear: (heard: Heard) => talk.hear("one", open, heard, "en"),
    opened: () => opened,
  };
}

test("an answer comes after reading and typing, with signs of typing meanwhile", async () => {
  const one = conversation();
  one.hear(text("hello"));
  await one.pass(600);
  expect(one.said).toEqual([]);
  await one.pass(5_000);
  expect(one.said).toEqual(["hello"]);
  expect(one.typed.length).toBeGreaterThan(1);
  const signs = one.typed.length;
  await one.pass(5_000);
  expect(one.typed, "no sign of typing after the answer").toHaveLength(signs);
});

test("what is written while the model types is answered together afterwards, one line at a time", async () => {
  const one = conversation();
  one.hear(text("a"));
  await one.pass(1_500);
  one.hear(text("b"));
  one.hear(text("c"));
  await one.pass(20_000);
  expect(one.said).toEqual(["a", "b+c"]);
  expect(one.opened()).toBe(1);
});

test("a flood of messages gets at most eight answers a minute", async () => {
  const one = conversation();
  for (let second = 0; second < 55; second++) {
    one.hear(text("x"));
    await one.pass(1_000);
  }
  expect(one.said.length).toBeGreaterThan(4);
  expect(one.said.length).toBeLessThanOrEqual(8);
});

test("nothing is said once the conversation has ended, or a person has taken the model's part", async () => {
  const ended = conversation();
  ended.hear(text("a"));
  await ended.pass(1_000);
  ended.talk.end("one");
  await ended.pass(20_000);
  expect(ended.said).toEqual([]);

  let isOurs = true;
  const taken = conversation(async () => isOurs);
  taken.hear(text("a"));
  await taken.pass(1_500);
  isOurs = false;
  await taken.pass(20_000);
  expect(taken.said).toEqual([]);
});

test("a failure is reported, and the next message is answered", async () => {
  let calls = 0;
  const one = conversation(async () => {
    if (calls++ === 0) throw new Error("the database is away");
    return true;
  });
  one.hear(text("a"));
  await one.pass(20_000);
  expect(one.failures).toHaveLength(1);
  one.hear(text("b"));
  await one.pass(20_000);
  expect(one.said).toEqual(["b"]);
});

test("pauses grow with the text, within bounds", () => {
  const random = seededRandom("pauses");
  const mean = (draw: (characters: number) => number, characters: number) =>
    Array.from({ length: 200 }, () => draw(characters)).reduce((sum, ms) => sum + ms, 0) / 200;
  for (const pause of [readingMs, typingMs]) {
    const draw = (characters: number) => pause(random, characters);
    expect(mean(draw, 60)).toBeGreaterThan(mean(draw, 5) * 1.5);
    for (const characters of [0, 10_000]) {
      expect(draw(characters)).toBeGreaterThan(600);
      expect(draw(characters)).toBeLessThan(8_000);
    }
  }
});
