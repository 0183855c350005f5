import { afterEach, expect, test, vi } from "vitest";
import { localSpan } from "./local-span.ts";

afterEach(() => vi.unstubAllEnvs());

const night = { from: "2026-11-26T01:00:00.000Z", to: "2026-11-26T05:30:00.000Z" };
const plain = (text: string) => text.replaceAll(/\s/g, " ");

test.each([
  ["en", "America/Bogota", "Wed, Nov 25, 8:00 PM – 12:30 AM"],
  ["en", "Europe/Madrid", "Thu, Nov 26, 2:00 AM – 6:30 AM"],
  ["es", "Europe/Madrid", "jue, 26 nov, 2:00 – 6:30"],
] as const)("a planned time reads by the reader's own clock (%s, %s)", (language, zone, text) => {
  vi.stubEnv("TZ", zone);
  expect(plain(localSpan(night, language))).toBe(text);
});

test.each(["en", "es"] as const)("every hour, weekday and month reads as %s writes it", (language) => {
  const day = new Intl.DateTimeFormat(language, { weekday: "short", month: "short", day: "numeric" });
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short" });
  // Steps of an odd number of hours come by every hour of the day and day of the week within the year.
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 31 * 3_600_000) {
    const [from, to] = [new Date(at), new Date(at + 5_400_000)];
    const usual = `${day.format(from)}, ${time.format(from)} – ${time.format(to)}`;
    const written = localSpan({ from: from.toISOString(), to: to.toISOString() }, language);
    expect(plain(written)).toBe(plain(usual));
  }
});
