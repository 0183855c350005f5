// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import type { Language } from "#contract/common.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import type { Latency } from "#web/lib/media/whep/playback-stats.ts";
import { LatencyChip } from "./PlayerBar.tsx";
import { PlayerContext } from "./RoomPlayer.tsx";
import type { Player } from "./use-player.ts";

afterEach(closePage);

/** The chip's text for a picture that is so late, and its text at a closer look. */
function chipOf(latency: Latency, language: Language, short = false, pictured = true) {
  const player = { phase: "playing", moving: true, pictured, latency } as Player;
  openPage(
    <PlayerContext value={player}>
      <LatencyChip short={short} />
    </PlayerContext>,
    {},
    { language },
  );
  const chip = document.querySelector("[title]");
  return [chip?.textContent, chip?.getAttribute("title")];
}

test.each([
  ["en", "About a second behind", /^Over HTTPS.*: 0\.6 s from our server$/, "0.6 s"],
  ["es", "Un segundo de retraso", /^Por HTTPS.*: 0,6 s desde nuestro servidor$/, "0,6 s"],
] as const)(
  "R-LIVE-23: a picture over HTTPS is said to be late, and why (%s)",
  (language, words, why, short) => {
    expect(chipOf({ ms: 600, from: "https" }, language)).toEqual([words, expect.stringMatching(why)]);
    closePage();
    expect(chipOf({ ms: 600, from: "https" }, language, true)[0]).toBe(short);
  },
);

test("R-LIVE-23: a picture by WebRTC is live, with its delay", () => {
  expect(chipOf({ ms: 300, from: "camera" }, "en")[0]).toBe("Live · 0.3 s");
});

test("no delay is said of frames that arrive before the first is seen", () => {
  for (const short of [false, true]) {
    expect(chipOf({ ms: 300, from: "camera" }, "en", short, false)[0]).toBeUndefined();
    closePage();
  }
});
