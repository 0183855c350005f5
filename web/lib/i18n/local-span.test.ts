import { expect, test } from "vitest";
import { localSpan } from "./local-span.ts";

const night = { from: "2026-11-26T01:00:00.000Z", to: "2026-11-26T05:30:00.000Z" };
const plain = (text: string) => text.replaceAll(/\s/g, " ");

test.each([
  ["en", "America/Bogota", "Wed, Nov 25, 8:00 PM – 12:30 AM"],
  ["en", "Europe/Madrid", "Thu, Nov 26, 2:00 AM – 6:30 AM"],
  ["es", "Europe/Madrid", "jue, 26 nov, 2:00 – 6:30"],
] as const)("a planned time reads by the reader's own clock (%s, %s)", (language, timeZone, text) => {
  expect(plain(localSpan(night, { language, timeZone }))).toBe(text);
});
