// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Language } from "#contract/common.ts";
import type { ShowState } from "#contract/show-state.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { fakeEngine } from "#testing/web/media/watching-engine.ts";
import { showOf } from "#testing/web/show.ts";
import type { WhepSession } from "#web/lib/media/whep/whep-session.ts";
import { useStore } from "#web/lib/store.ts";
import { PlayerNotice } from "./PlayerNotice.tsx";
import { PlayerContext } from "./RoomPlayer.tsx";
import type { Player } from "./use-player.ts";

afterEach(closePage);

type NoticeProps = { session: WhepSession; show: ShowState | null };

function Notice({ session, show }: NoticeProps) {
  const player = { ...useStore(session), resume: session.resume } as Player;
  return (
    <PlayerContext value={player}>
      <PlayerNotice slug="luna" name="Luna" show={show} pause={null} note={null} />
    </PlayerContext>
  );
}

/** A picture that plays, then time that passes without one, for a cause that nobody knows: the server does not answer. */
async function openStall(show: ShowState | null, language: Language = "en") {
  const engine = fakeEngine();
  engine.session.start({ url: "http://media.test/whep/luna", token: "first" });
  await engine.pass(1_000, { frames: true });
  engine.status = 0;
  openPage(<Notice session={engine.session} show={show} />, {}, { language });
  const notices = () => [...screen.getByRole("status").querySelectorAll("p")].map((line) => line.textContent);
  return { notices, pass: (ms: number, frames = false) => act(() => engine.pass(ms, { frames })), engine };
}

test("a picture that stops is spoken of after 2, 8 and 20 seconds, more each time, until it moves again", async () => {
  const { notices, pass, engine } = await openStall(null);
  expect(notices()).toEqual([]);
  await pass(1_750);
  expect(notices()).toEqual([]);
  await pass(500);
  const free = "Watching here is free.";
  expect(notices()).toEqual(["The video stopped. Reconnecting", free]);
  await pass(5_500);
  expect(notices()).toHaveLength(2);
  await pass(500);
  expect(notices()).toEqual([
    "No video for 8 seconds",
    expect.stringMatching(/^No video is reaching this device\. We’re still trying \(attempt \d\)/),
    free,
  ]);
  await pass(11_500);
  expect(notices()[0]).toBe("No video for 8 seconds");
  await pass(500);
  expect(notices()).toEqual([
    "No video for 20 seconds",
    expect.stringMatching(/^We’re still trying \(attempt \d\).*If other pages don’t load/),
    free,
  ]);
  engine.status = 201;
  await pass(16_000, true);
  expect(notices()).toEqual([]);
  await pass(2_500);
  expect(notices()).toEqual(["The video stopped. Reconnecting", free]);
});

test.each([
  ["running", showOf(), "You only pay for seconds of video that reach you."],
  [
    "paused by the server",
    showOf({ state: "paused", pause: "fan_media_lost" }),
    "You aren’t charged while there’s no video.",
  ],
  ["a promo", showOf({ role: "promo", rate: 0 }), "Time without video doesn’t count."],
] as const)("in a show that is %s it says what the stall costs", async (_state, show, words) => {
  const { notices, pass } = await openStall(show);
  await pass(2_500);
  expect(notices()[1]).toBe(words);
  await pass(20_000);
  expect(notices().slice(2)).toEqual([words, "If the video doesn’t come back, the show ends on its own."]);
});

test("it is said in Spanish too", async () => {
  const { notices, pass } = await openStall(showOf({ state: "paused", pause: "fan_media_lost" }), "es");
  await pass(2_500);
  expect(notices()).toEqual([
    "El video se detuvo. Reconectando",
    "No se te cobra nada mientras no hay video.",
  ]);
  await pass(20_000);
  expect(notices()).toEqual([
    "Sin video desde hace 20 segundos",
    expect.stringMatching(/^Seguimos intentando \(intento \d+\).*Si otras páginas tampoco/),
    "No se te cobra nada mientras no hay video.",
    "Si el video no vuelve, el show termina solo.",
  ]);
});

test("a lost transport counts from its loss, and a room that pauses is no stall", async () => {
  const { notices, pass, engine } = await openStall(null);
  engine.status = 503;
  act(() => engine.peers[0]?.lose("failed"));
  expect(notices()).toEqual(["Reconnecting"]);
  await pass(2_000);
  expect(notices()[0]).toBe("The video stopped. Reconnecting");
  act(() => engine.session.paused());
  await pass(30_000);
  expect(screen.getByRole("status").textContent).toMatch(/^Connection interrupted/);
});

test("a first picture that is late is said to be on its way, not to have stopped", async () => {
  const engine = fakeEngine();
  engine.session.start({ url: "http://media.test/whep/luna", token: "first" });
  engine.status = 0;
  openPage(<Notice session={engine.session} show={null} />, {});
  expect(screen.getByRole("status").textContent).toBe("Connecting");
  await act(() => engine.pass(2_500));
  expect(screen.getByRole("status").textContent).toMatch(/^Connecting.*is free/);
  await act(() => engine.pass(6_000));
  expect(screen.getByRole("status").textContent).toMatch(/^No video for 8 seconds/);
});

test("a cause that is known takes the place of the wait after six seconds, with what it costs in a show", async () => {
  const { notices, pass, engine } = await openStall(showOf());
  engine.status = 503;
  await pass(5_500);
  expect(notices()[0]).toBe("The video stopped. Reconnecting");
  await pass(1_000);
  expect(screen.getByRole("heading").textContent).toBe("Our video server isn’t sending");
  expect(notices()).toEqual([
    expect.stringMatching(/^It’s our fault/),
    "You only pay for seconds of video that reach you.",
  ]);
});
