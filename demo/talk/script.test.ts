import { expect, test } from "vitest";
import { seededRandom } from "#server/kit/random.ts";
import { type Language, topicNames } from "../chat-bot/lines.ts";
import { createScript, type Heard, type Script } from "./script.ts";
import { talkTexts, topicTexts } from "./texts.ts";

const languages: readonly Language[] = ["en", "es"];

const script = (seed = "one", overrides: Partial<Parameters<typeof createScript>[0]> = {}): Script =>
  createScript({
    random: seededRandom(seed),
    topic: "guitar",
    model: "Luna",
    fan: "nico",
    place: "chat",
    ...overrides,
  });
const text = (body: string): Heard[] => [{ kind: "text", text: body }];
const tip = (tokens: number, more: Partial<Extract<Heard, { kind: "tip" }>> = {}): Heard[] => [
  { kind: "tip", tokens, gift: null, anonymous: false, ...more },
];
const filled = (lines: readonly string[], tokens = 0): string[] =>
  lines.map((line) =>
    line.replaceAll("{fan}", "nico").replaceAll("{model}", "Luna").replaceAll("{tokens}", String(tokens)),
  );
/** An answer may be followed by a question. */
const beginsWithOneOf = (answer: string, lines: readonly string[]): boolean =>
  lines.some((line) => answer.startsWith(line));

test.each(languages)("R-OPEN-59: in %s every subject is known by its words", (language) => {
  for (const subject of talkTexts[language].subjects) {
    if (subject.greets) continue;
    const [word = ""] = subject.words;
    // A word of several subjects belongs to the first.
    const known = talkTexts[language].subjects.find(({ words }) => words.includes(word));
    const answer = script(word).answer(text(`${word.toUpperCase()}!`), language);
    expect(beginsWithOneOf(answer, filled(known?.answers ?? [])), `${word}: ${answer}`).toBe(true);
  }
});

test("words are found with accents and without", () => {
  const goodbyes = filled(talkTexts.es.subjects.find(({ ends }) => ends)?.answers ?? []);
  for (const said of ["¡Hasta mañana, Luna!", "hasta manana"])
    expect(goodbyes).toContain(script().answer(text(said), "es"));
});

test.each(languages)("what is before the camera is talked about in %s", (language) => {
  for (const topic of topicNames) {
    const { words, answers } = topicTexts[language][topic];
    const word =
      words.find((each) => !talkTexts[language].subjects.some((one) => one.words.includes(each))) ?? "";
    const answer = script(topic, { topic }).answer(text(`xx ${word} xx`), language);
    expect(beginsWithOneOf(answer, filled(answers)), `${topic}: ${answer}`).toBe(true);
  }
});

test.each(languages)("no line follows itself in %s, whatever the fan repeats", (language) => {
  for (const said of ["hola hello", "zzz", "zzz?", "no", "gracias thanks"]) {
    const talk = script(said);
    const answers = Array.from({ length: 60 }, () => talk.answer(text(said), language));
    for (const [index, answer] of answers.entries()) expect(answer, said).not.toBe(answers[index - 1]);
  }
  const thanked = script();
  const thanks = Array.from({ length: 30 }, () => thanked.answer(tip(500), language));
  for (const [index, line] of thanks.entries()) expect(line).not.toBe(thanks[index - 1]);
});

test("a fan is greeted by name, a stranger as one and a known one as such", () => {
  expect(beginsWithOneOf(script().answer(text("hi"), "en"), filled(talkTexts.en.first))).toBe(true);
  const known = script();
  known.recall([
    { byModel: false, body: "hi" },
    { byModel: true, body: "Hello there" },
  ]);
  expect(beginsWithOneOf(known.answer(text("hi"), "en"), filled(talkTexts.en.again))).toBe(true);
});

test("an answer to a question is taken as one, and nobody is asked twice in a row", () => {
  for (let seed = 0; seed < 40; seed++) {
    const talk = script(`asked ${seed}`);
    talk.recall([{ byModel: true, body: "Where are you writing from?" }]);
    const heard = talk.answer(text("Medellin"), "en");
    expect(beginsWithOneOf(heard, filled(talkTexts.en.heard)), heard).toBe(true);
    expect(heard.endsWith("?")).toBe(false);
  }
});

test("some answers ask back, and a goodbye never does", () => {
  const ask = (said: string) =>
    Array.from({ length: 60 }, (_, seed) => script(`${said} ${seed}`).answer(text(said), "en")).filter(
      (line) => line.endsWith("?"),
    ).length;
  expect(ask("you are beautiful")).toBeGreaterThan(15);
  expect(ask("good night")).toBe(0);
});

test("thanks fit the size of a tip and name a gift in the fan's language", () => {
  const { tips, gift } = talkTexts.en;
  expect(filled(tips.small, 5)).toContain(script().answer(tip(5), "en"));
  expect(filled(tips.medium, 60)).toContain(script().answer(tip(60), "en"));
  expect(filled(tips.big, 300)).toContain(script().answer(tip(300), "en"));
  expect(filled(tips.medium, 60)).toContain(script().answer([...tip(30), ...tip(30)], "en"));
  const rose = { en: "Rose", es: "Rosa" };
  const thanked = (language: Language) => script("gift").answer(tip(20, { gift: rose }), language);
  expect(filled(gift).map((line) => line.replaceAll("{gift}", "Rose"))).toContain(thanked("en"));
  expect(filled(talkTexts.es.gift).map((line) => line.replaceAll("{gift}", "Rosa"))).toContain(thanked("es"));
});

test("who tips anonymously is not named by the thanks", () => {
  for (const language of languages)
    for (const tokens of [5, 60, 300])
      for (const gift of [null, { en: "Rose", es: "Rosa" }])
        for (let seed = 0; seed < 30; seed++)
          expect(
            script(`hidden ${seed}`).answer(tip(tokens, { anonymous: true, gift }), language),
          ).not.toContain("nico");
});

test("a show begins with a welcome, a free one as a treat, and its last minute is named", () => {
  const show = (heard: Heard) => script("show", { place: "show" }).answer([heard], "en");
  expect(filled(talkTexts.en.begins)).toContain(show({ kind: "begins", free: false }));
  expect(filled(talkTexts.en.promo)).toContain(show({ kind: "begins", free: true }));
  expect(filled(talkTexts.en.low)).toContain(show({ kind: "low" }));
});

test("the same seed talks the same way", () => {
  const lines = (seed: string) => {
    const talk = script(seed);
    return ["hi", "how are you", "play a song", "ok"].map((said) => talk.answer(text(said), "en"));
  };
  expect(lines("a")).toEqual(lines("a"));
  expect(lines("a")).not.toEqual(lines("b"));
});

test("both languages have the same subjects, and no line is too long for a chat", () => {
  const shape = (language: Language) =>
    talkTexts[language].subjects.map(({ ends, greets }) => [ends, greets]);
  expect(shape("es")).toEqual(shape("en"));
  for (const language of languages)
    for (const line of linesIn([talkTexts[language], topicTexts[language]]))
      expect(line.length).toBeLessThanOrEqual(140);
});

/** Every text somewhere in a value. */
function linesIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(linesIn) : [];
}
