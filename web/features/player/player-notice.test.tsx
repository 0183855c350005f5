import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { NoPicture } from "#web/lib/media/no-picture.ts";
import type { WhepPhase } from "#web/lib/media/whep/whep-state.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { PlayerNotice } from "./PlayerNotice.tsx";
import { PlayerContext } from "./RoomPlayer.tsx";
import type { Player } from "./use-player.ts";

afterEach(() => overwriteGetLocale(() => "en"));

const playerIn = (phase: WhepPhase, noPicture: NoPicture | null = null) =>
  ({ phase, noPicture, attempt: 0, missingSeconds: 0, hasPlayed: true }) as Player;

/** The texts in the place of the picture, tags as bars, and the elements it is made of. */
function noticeIn(phase: WhepPhase, noPicture?: NoPicture): { text: string; html: string } {
  const notice: ReactElement = (
    <QueryClientProvider client={new QueryClient()}>
      <PlayerContext value={playerIn(phase, noPicture)}>
        <PlayerNotice slug="luna" name="Luna" show={null} pause={null} note={null} />
      </PlayerContext>
    </QueryClientProvider>
  );
  const Page = createRoutesStub([{ path: "/", Component: () => notice }]);
  const html = renderToStaticMarkup(<Page />);
  return { html, text: html.replace(/<svg.*?<\/svg>/g, "").replace(/(<[^>]*>)+/g, "|") };
}

test("a stream whose place was taken by another tab says so, and offers to watch here, in both languages", () => {
  const { html, text } = noticeIn("elsewhere");
  expect(html).toMatch(/^<div role="status"/);
  expect(html).toMatch(/<button type="button"[^>]*pointer-events-auto/);
  expect(text).toBe(
    "|You’re watching somewhere else|You’re watching this stream in another tab or on another device, so it stopped here.|Watch here|",
  );
  overwriteGetLocale(() => "es");
  expect(noticeIn("elsewhere").text).toBe(
    "|Lo estás viendo en otro lugar|Estás viendo esta transmisión en otra pestaña o en otro dispositivo, así que aquí se detuvo.|Ver aquí|",
  );
});

test("that the browser waits for a press is said with a button to play, and no charge, in both languages", () => {
  expect(noticeIn("blocked").html).toMatch(/<button type="button"[^>]*pointer-events-auto/);
  expect(noticeIn("blocked").text).toBe(
    "|Your browser is waiting for you|It doesn’t start videos on its own. Nothing is charged until you play this one.|Play|",
  );
  overwriteGetLocale(() => "es");
  expect(noticeIn("blocked").text).toBe(
    "|Tu navegador te espera|No inicia videos por su cuenta. No se cobra nada hasta que reproduzcas este.|Reproducir|",
  );
});

test("a stream that ended or is refused leads to other rooms, and one that plays says nothing", () => {
  for (const phase of ["ended", "refused"] as const)
    expect(noticeIn(phase).html, phase).toMatch(/<a [^>]*href="\/"/);
  expect(noticeIn("playing").text).toBe("|");
});

test("a stream that is gone for long is no goodbye, which a lost connection would not have said, in both languages", () => {
  expect(noticeIn("ended").text).toContain(
    "|Not live right now|If Luna goes live again, the video starts right here.|",
  );
  overwriteGetLocale(() => "es");
  expect(noticeIn("ended").text).toContain(
    "|No está en vivo ahora|Si Luna vuelve a transmitir, el video empieza aquí mismo.|",
  );
});

test.each([
  [
    "no_webrtc",
    "unable",
    /^\|This browser can’t play live video\|WebRTC.*Firefox or Safari/,
    /^\|Este navegador no puede/,
  ],
  ["format", "connecting", /^\|This browser can’t show this video\|.*try another one/, /formato.*con otro/],
  ["network", "recovering", /^\|Your network is blocking video\|.*mobile data/, /Tu red.*datos móviles/],
  ["server_away", "connecting", /^\|Our video server isn’t sending\|.*our fault/, /Es un problema nuestro/],
  ["full", "connecting", /^\|This room is full\|.*as soon as there’s room/, /en cuanto haya lugar/],
] as const)(
  "that %s is why there is no picture is said with what one can do, in both languages",
  (cause, phase, en, es) => {
    expect(noticeIn(phase, cause).text).toMatch(en);
    overwriteGetLocale(() => "es");
    expect(noticeIn(phase, cause).text).toMatch(es);
  },
);

test("with the cause it is said that no paid show is offered meanwhile, in both languages", () => {
  expect(noticeIn("connecting", "network").text).toMatch(/\|You can’t start paid shows while you can’t see/);
  overwriteGetLocale(() => "es");
  expect(noticeIn("connecting", "network").text).toMatch(/\|No puedes empezar shows de pago mientras/);
});
