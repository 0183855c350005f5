import { expect, test } from "vitest";
import { growthOf } from "#testing/growth.ts";
import { hasFilteredWord } from "./word-filter.ts";

const filtered: [word: string, text: string][] = [
  ["idiot", "You IDIOT"],
  ["idiot", "what an idiot!"],
  ["idiot", "i d i o t"],
  ["idiot", "i.d.i.o.t"],
  ["idiot", "i-d-i-o-t, really"],
  ["idiot", "1d10t"],
  ["idiot", "¡ïdíòt!"],
  ["idiot", "idiooooot"],
  ["idiot", "id\u200Biot"],
  ["idiot", "ｉｄｉｏｔ"],
  ["idiot", "id-iot"],
  ["jerk", "j3rk"],
  ["feet", "f33t"],
  ["balls", "ball$"],
  ["camión", "un camion"],
  ["camion", "un camión"],
  ["coño", "coño"],
  ["coño", "cono"],
  ["shut up", "Shut  up!"],
  ["shut up", "shut-up"],
  ["s.o.s", "s.o.s"],
  ["c++", "c++"],
  ["💩", "so much 💩"],
  ["666", "it is 666"],
  ["kill", "k1|1 him"],
  ["kill", "k-i-l-l"],
  ["xxx", "such xxxxxxx"],
];
const passed: [word: string, text: string][] = [
  ["ass", "a class of assets"],
  ["ass", "455 tokens"],
  ["ass", "as sure as can be"],
  ["as", "paper of size a5"],
  ["god", "good evening"],
  ["tail", "she is tall"],
  ["ano", "feliz año"],
  ["lil", "at 1:11"],
  ["ole", "013"],
  ["toe", "7.03"],
  ["sex", "Sussex"],
  ["hell", "hello"],
  ["bob", "808"],
  ["shut up", "he shut the door and went up"],
  ["666", "6666"],
  ["idiot", ""],
];

test.each(filtered)("the word %j is found in %j", (word, text) => {
  expect(hasFilteredWord([word], text)).toBe(true);
});

test.each(passed)("the word %j is not found in %j", (word, text) => {
  expect(hasFilteredWord([word], text)).toBe(false);
});

test.each([
  ["kill", `k${"1".repeat(1_998)}x`],
  ["million", `m${"1".repeat(1_998)}x`],
  ["x".repeat(40), `${"x".repeat(1_999)}y`],
  ["il".repeat(20), `${"1".repeat(1_999)}y`],
])("%j takes no longer in signs that stand for several of its letters", (word, text) => {
  expect(hasFilteredWord([word], text)).toBe(false);
  expect(growthOf(text, (part) => hasFilteredWord([word], part))).toBeLessThan(3.5);
});

test.each([
  ["s", 2_000],
  ["s o ", 500],
  ["s.", 1_000],
  ["so", 1_000],
])("%j again and again takes no more than the square of its length against a full list", (piece, times) => {
  const words = Array.from({ length: 50 }, (_, n) => `s${"so".repeat(19).slice(n % 20)}x`);
  expect(growthOf(piece.repeat(times), (text) => hasFilteredWord(words, text))).toBeLessThan(6);
});
