import { expect, test } from "vitest";
import { growthOf } from "#testing/growth.ts";
import { hasContactDetails } from "./contact-details.ts";

const host = "fanlight.example";

test.each([
  "see https://example.org/me",
  "HTTP://Example.com",
  "www.example.net is mine",
  "find me on luna.com!",
  "mi página: luna-shop.online",
  "t.me/luna_x",
  "wa.me/34612345678",
  "bit.ly/3xYz",
  "write to nico@example.com",
  "nico (at) gmail (dot) com",
  "nico arroba gmail punto com",
  "nico at gmail dot com",
  "my insta is @luna_x",
  "Instagram: luna.x",
  "telegram @luna",
  "WhatsApp: 612345678",
  "call me: +34 612 34 56 78",
  "612345678",
  "612.345.678",
  "(555) 123-4567 8",
  "6 1 2 3 4 5 6 7 8",
  "６１２３４５６７８",
  "seis uno dos tres cuatro cinco seis siete ocho",
  "six one two 345 678",
  "300 412 5566",
])("%j has contact details", (text) => {
  expect(hasContactDetails(text, host)).toBe(true);
});

test.each([
  "hello, how are you?",
  "hola.me gusta mucho",
  "ok.no problem",
  "si.es verdad",
  "it costs 1,000 tokens",
  "100.000.000 COP",
  "that was $1,234,567.89",
  "10 20 50 100 200 500",
  "tomorrow at 20:30",
  "20.30 h",
  "on 24/11/2026 at 21:00",
  "2026-11-24 20:30",
  "a show from 10:30 to 11:45 and 12:15",
  "1/2 or 3/4",
  "12,5 and 13,75 and 14,25",
  "I am 25 and 1.75 m",
  "10000 tokens, 250000 fans",
  "do you have instagram?",
  "see you @luna",
  "look at https://fanlight.example/luna",
  "fanlight.example/stream/luna",
  "www.fanlight.example",
  "one two three go",
  "I had two or three",
  "...",
  "e.g. this, i.e. that",
  "v1.2.3",
])("%j has none", (text) => {
  expect(hasContactDetails(text, host)).toBe(false);
});

test.each([
  ["a.", 1_000],
  ["1 ", 1_000],
  ["a-", 1_000],
  ["(at", 600],
  ["9", 2_000],
])("%j again and again, made to be slow, takes no more than the square of its length", (piece, times) => {
  expect(growthOf(piece.repeat(times), (text) => hasContactDetails(text, host))).toBeLessThan(6);
});
