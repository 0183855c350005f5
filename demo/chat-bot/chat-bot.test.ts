import { expect, test } from "vitest";
import { seededRandom } from "#server/kit/random.ts";
import { type BotMessage, createChatBot } from "./chat-bot.ts";
import { commonLines, type Language, type Topic, topicLines } from "./lines.ts";

const topics = Object.keys(topicLines.en) as Topic[];

const talk = (topic: Topic, seed: string, lines: number, spanishShare = 0.5): BotMessage[] => {
  const bot = createChatBot({ random: seededRandom(seed), model: "Luna", topic, spanishShare });
  return Array.from({ length: lines }, () => bot.next());
};

test.each(topics)("no message about %s is repeated within 20", (topic) => {
  const bodies = talk(topic, `room of ${topic}`, 600).map((line) => line.body);
  bodies.forEach((body, index) => {
    expect(bodies.slice(Math.max(0, index - 20), index)).not.toContain(body);
  });
});

test("the same seed talks the same way", () => {
  expect(talk("guitar", "one", 50)).toEqual(talk("guitar", "one", 50));
  expect(talk("guitar", "one", 50)).not.toEqual(talk("guitar", "two", 50));
});

test("gaps are natural and bounded, about the pace on average", () => {
  const gaps = talk("chess", "gaps", 800).map((line) => line.afterMs);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(900);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(30_000);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  expect(mean).toBeGreaterThan(4_500);
  expect(mean).toBeLessThan(9_000);
});

test("an answer of the model follows the question it belongs to", () => {
  const lines = talk("kitchen", "answers", 300);
  const pairs = new Map(
    (["en", "es"] as const).flatMap((language) => topicLines[language].kitchen.exchanges),
  );
  const answers = lines.flatMap((line, index) =>
    line.kind === "answer" ? [{ line, before: lines[index - 1] }] : [],
  );
  expect(answers.length).toBeGreaterThan(5);
  for (const { line, before } of answers) {
    expect(line.byModel).toBe(true);
    expect(line.author).toBe("Luna");
    expect(pairs.get(before?.body ?? "")).toBe(line.body);
  }
});

test("the mix of languages is the one asked for", () => {
  expect(talk("sofa", "es", 120, 1).every((line) => line.language === "es")).toBe(true);
  expect(talk("sofa", "en", 120, 0).every((line) => line.language === "en")).toBe(true);
});

test("after a gift the model thanks by name, in the giver's language", () => {
  const bot = createChatBot({
    random: seededRandom("gift"),
    model: "Luna",
    topic: "guitar",
    spanishShare: 0.5,
  });
  bot.onTip("pedro_77", "es");
  const thanks = bot.next();
  expect(thanks).toMatchObject({ kind: "thanks", author: "Luna", language: "es", byModel: true });
  expect(thanks.body).toContain("pedro_77");
  expect(thanks.body).not.toContain("{");
});

test("a storm of gifts does not pile up", () => {
  const bot = createChatBot({
    random: seededRandom("storm"),
    model: "Luna",
    topic: "guitar",
    spanishShare: 0.5,
  });
  for (let tip = 0; tip < 200; tip++) bot.onTip("june", "en");
  const answers = Array.from({ length: 20 }, () => bot.next()).filter((line) =>
    ["thanks", "tip"].includes(line.kind),
  );
  expect(answers.length).toBeLessThanOrEqual(6);
});

test.each(["en", "es"] as Language[])(
  "there are at least 150 different lines in %s, none too long for a chat",
  (language) => {
    const common = Object.values(commonLines[language]).flat();
    const about = Object.values(topicLines[language]).flatMap((topic) => [
      ...topic.exchanges.flat(),
      ...topic.remarks,
      ...topic.model,
    ]);
    const all = [...common, ...about];
    expect(new Set(all).size).toBeGreaterThanOrEqual(150);
    for (const line of all) expect(line.length).toBeLessThanOrEqual(200);
  },
);
