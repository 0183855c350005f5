import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { PromoStream } from "#contract/shows.ts";
import { enterPromo } from "#web/entities/show/enter-promo.ts";
import { createApi } from "#web/lib/api/api.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { PromoNotice } from "./PromoNotice.tsx";
import { PromoRefusal } from "./PromoRefusal.tsx";
import { ShowBar } from "./ShowBar.tsx";

afterEach(() => overwriteGetLocale(() => "en"));

function draw(page: ReactNode, role = "fan", language: "en" | "es" = "en"): string {
  overwriteGetLocale(() => language);
  const client = new QueryClient();
  client.setQueryData(profileQuery.queryKey, { id: 1, role } as never);
  const Page = createRoutesStub([{ path: "/", Component: () => page }]);
  return renderToString(
    <QueryClientProvider client={client}>
      <Page initialEntries={["/"]} />
    </QueryClientProvider>,
  );
}

const answering = (status: number, body: object) =>
  createApi({
    transport: async () => ({ status, text: JSON.stringify(body) }),
    token: () => "a.b.c",
    language: () => "en",
  });

test("R-ERR-16, R-ERR-17, R-ERR-19: what the server says of a promo link is shown, and OK leads home", async () => {
  for (const [status, code] of [
    [403, "promo_other_email"],
    [404, "promo_unknown"],
    [409, "promo_used"],
  ] as const) {
    const entry = await enterPromo(answering(status, { code, message: `because ${code}` }), "abc", true);
    expect(entry).toEqual({ kind: "refused", code, message: `because ${code}` });
    if (entry.kind !== "open") expect(draw(<PromoRefusal entry={entry} />)).toContain(`because ${code}`);
  }
});

test("R-ERR-20, R-AMB-50: who is not signed in goes to sign in, a model to their own area", async () => {
  const entry = await enterPromo(answering(401, { code: "unauthenticated", message: "no" }), "abc", true);
  if (entry.kind === "open") throw new Error("it must not open");
  expect(draw(<PromoRefusal entry={entry} />)).toContain('href="/login"');
  expect(draw(<PromoRefusal entry={entry} />, "fan", "es")).toContain("Entra para abrir tu promoción.");
  const models = {
    kind: "refused",
    code: "promo_models",
    message: "Models can&#x27;t use promo links",
  } as const;
  expect(draw(<PromoRefusal entry={models} />, "model")).toContain('href="/model/update-model-profile"');
});

test.each([
  ["promo_withdrawn", "luna", 'href="/stream/luna"', "Ver la sala pública"],
  ["promo_expired", null, 'href="/"', "Ver quién está en vivo"],
] as const)(
  "R-OPEN-81: %s says so and leads to the public room %o, or else to who is live",
  async (code, room, way, words) => {
    const entry = await enterPromo(answering(404, { code, message: "It is over.", room }), "abc", true);
    if (entry.kind === "open") throw new Error("it must not open");
    const page = draw(<PromoRefusal entry={entry} />, "fan", "es");
    for (const part of ["It is over.", way, words]) expect(page).toContain(part);
  },
);

test("R-OPEN-81: a promo that waits says what the model does now and what is left", () => {
  const page = {
    promo: { id: 1, duration: 300, time_used: 120, expires_at: "2026-12-01T00:00:00.000Z" },
    model: { login: "luna", artisticName: "Luna", pictures: { portrait_small: "/p.jpg" } },
    state: "waiting",
  } as PromoStream;
  expect(draw(<PromoNotice page={page} />)).toMatch(/03:00 left of 05:00/);
  const away = draw(<PromoNotice page={{ ...page, state: "away" }} />, "fan", "es");
  expect(away).toContain("Luna aún no ha empezado");
  expect(away.match(/<h1/g)).toHaveLength(1);
});

test("R-LIVE-41: the meter shows what is left, and says why it stands still", () => {
  const show = {
    id: 1,
    model_id: 2,
    slug: "luna",
    mode: "promo",
    role: "promo",
    state: "running",
    rate: 0,
    minimum: 0,
    free_seconds: 0,
    spies_allowed: false,
    spy_count: 0,
    offer: null,
    cap: null,
    served_seconds: 60,
    spent: 0,
    seconds_left: 240,
    started_at: "2026-12-01T00:00:00.000Z",
    ended_at: null,
    end_reason: null,
  } as const;
  const bar = (pause: "model_media_lost" | null) =>
    draw(<ShowBar show={{ ...show, pause }} name="Luna" onLeave={() => undefined} />);
  expect(bar(null)).toContain("04:00");
  expect(bar("model_media_lost")).toContain("Luna’s video is interrupted");
});
