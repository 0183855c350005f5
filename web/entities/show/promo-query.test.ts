import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { roomQuery } from "#web/entities/room/room-entry.ts";
import { createApi } from "#web/lib/api/api.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import type { RealtimeClient } from "#web/lib/realtime/realtime-client.ts";
import type { PromoEntry } from "./enter-promo.ts";
import { keepPromosLive } from "./promo-events.ts";
import { promoQuery } from "./promo-query.ts";

const model = { id: 7, login: "rosa" };
const room = { id: 1, model };

/** A cache whose server answers a promo link by what is in `answers`, the first first. */
function cacheAnswering(...answers: { status: number; body: object }[]): QueryClient {
  const transport = async () => {
    const { status, body } = answers.shift() ?? { status: 500, body: { message: "no more" } };
    return { status, text: JSON.stringify(body) };
  };
  return createQueryClient(createApi({ transport, token: () => "a.b.c", language: () => "en" }));
}

type ScriptedLive = { event(event: unknown): void; notice(notice: unknown): void };

/** Events and notices of a connection that keeps the promos of a cache live. */
function scriptedLive(cache: QueryClient): ScriptedLive {
  const handlers: Partial<ScriptedLive> = {};
  const live = {
    onEvents(names: readonly string[], handler: (event: unknown) => void) {
      handlers.event = (event) => names.includes((event as { name: string }).name) && handler(event);
    },
    onNotice(handler: (notice: unknown) => void) {
      handlers.notice = handler;
    },
  };
  keepPromosLive(live as unknown as RealtimeClient, cache);
  return {
    event: (event) => handlers.event?.(event),
    notice: (notice) => handlers.notice?.(notice),
  };
}

test("a promo whose show runs brings the room of it; what cannot be read again stays as it was", async () => {
  const page = { state: "running", model, room };
  const cache = cacheAnswering(
    { status: 200, body: page },
    { status: 503, body: { code: "busy", message: "" } },
  );
  const first = await cache.fetchQuery(promoQuery("abc"));
  expect(cache.getQueryData(roomQuery("rosa").queryKey)).toEqual({ kind: "open", room });
  expect(await cache.fetchQuery({ ...promoQuery("abc"), staleTime: 0 })).toBe(first);
});

test("what becomes of the model's room makes a promo that waits be read again, not one that runs", () => {
  const cache = new QueryClient();
  const keep = (token: string, login: string, state: "waiting" | "running") =>
    cache.setQueryData(promoQuery(token).queryKey, {
      kind: "open",
      page: { state, model: { ...model, login }, room: null },
    } as unknown as PromoEntry);
  keep("theirs", "rosa", "waiting");
  keep("runs", "rosa", "running");
  keep("another", "luna", "waiting");
  const isStale = (token: string) => cache.getQueryState(promoQuery(token).queryKey)?.isInvalidated;
  const live = scriptedLive(cache);
  live.event({ name: "StreamBegan", data: { slug: "rosa" } });
  expect(["theirs", "runs", "another"].map(isStale)).toEqual([true, false, false]);
  live.notice({ kind: "gap", topic: "public" });
  expect(["theirs", "runs", "another"].map(isStale)).toEqual([true, false, true]);
});

test("R-OPEN-81: a promo that waits and is withdrawn or expires is read again, by its event as after missed ones", async () => {
  const page = { state: "waiting", model, room: null };
  const gone = { code: "promo_withdrawn", message: "It is withdrawn.", room: null };
  for (const learn of [
    (live: ScriptedLive) => live.event({ name: "PromoClosed", data: { model_id: 7, slug: "rosa" } }),
    (live: ScriptedLive) => live.notice({ kind: "gap", topic: "person:1" }),
  ]) {
    const cache = cacheAnswering({ status: 200, body: page }, { status: 404, body: gone });
    const live = scriptedLive(cache);
    const observer = new QueryObserver(cache, promoQuery("abc"));
    const shown = new Promise((resolve) => {
      observer.subscribe(({ data }) => {
        if (data?.kind === "open") learn(live);
        else if (data) resolve(data);
      });
    });
    expect(await shown).toMatchObject({ kind: "refused", ...gone });
    observer.destroy();
  }
});
