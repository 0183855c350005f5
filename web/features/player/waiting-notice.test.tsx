// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Language } from "#contract/common.ts";
import type { PauseReason, ShowState } from "#contract/show-state.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { showOf } from "#testing/web/show.ts";
import { PlayerNotice } from "./PlayerNotice.tsx";
import { PlayerContext } from "./RoomPlayer.tsx";
import type { Player } from "./use-player.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  closePage();
  vi.useRealTimers();
});

const player = {
  phase: "waiting",
  attempt: 0,
  missingSeconds: 0,
  noPicture: null,
  hasPlayed: true,
} as Player;

function openWaiting(
  show: ShowState | null,
  language: Language = "en",
  pause: PauseReason = "model_media_lost",
  note: string | null = null,
) {
  openPage(
    <PlayerContext value={player}>
      <PlayerNotice slug="luna" name="Luna" show={show} pause={pause} note={note} />
    </PlayerContext>,
    {},
    { language },
  );
  const title = () => screen.getByRole("heading").textContent;
  const notices = () => [...screen.getByRole("status").querySelectorAll("p")].map((line) => line.textContent);
  const pass = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000));
  return { title, notices, pass };
}

test("a picture that the model does not send is spoken of after 8 and 20 seconds too, and what becomes of the show", () => {
  const { notices, pass } = openWaiting(showOf({ pause: "model_media_lost" }));
  expect(notices()).toEqual(["Luna’s video stopped. It comes back here on its own."]);
  pass(6);
  expect(notices()).toEqual(["No video from Luna for 8 seconds.", "It resumes here on its own."]);
  pass(12);
  expect(notices()).toEqual([
    "No video from Luna for 20 seconds.",
    "If the video doesn’t come back, the show ends on its own.",
  ]);
});

test("without a show nothing is said of its end", () => {
  const { notices, pass } = openWaiting(null, "es");
  pass(18);
  expect(notices()).toEqual(["Sin video de Luna desde hace 20 segundos.", "Se reanuda aquí solo."]);
});

test("a break of the model is called so, however long it lasts", () => {
  const { title, notices, pass } = openWaiting(showOf({ pause: "model_paused" }));
  pass(60);
  expect(title()).toBe("Luna is taking a break");
  expect(notices()).toEqual(["The video resumes here on its own."]);
});

test("R-OPEN-73: what the model says of their break stands in place of the usual words, in the room and in a show", () => {
  const words = "Back in five minutes";
  const { title, notices } = openWaiting(null, "en", "model_paused", words);
  expect([title(), notices()]).toEqual(["Luna is taking a break", [words]]);
  closePage();
  expect(openWaiting(showOf({ pause: "model_paused" }), "es", "model_paused", words).notices()).toEqual([
    words,
  ]);
  closePage();
  expect(openWaiting(null, "en", "model_media_lost", words).notices()).not.toContain(words);
});

test.each([
  ["en", "model_paused", "Luna is taking a break"],
  ["es", "model_paused", "Luna está en una pausa"],
  ["en", "model_media_lost", "Connection interrupted"],
  ["es", "model_media_lost", "Conexión interrumpida"],
] as const)("a public room shows fans in %s on %s: %s", (language, pause, text) => {
  expect(openWaiting(null, language, pause).title()).toBe(text);
});
