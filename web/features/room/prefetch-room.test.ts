// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { ModelCard } from "#contract/catalog.ts";
import { roomQuery } from "#web/entities/room/room-entry.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { enterInBrowser, prefetchRoom } from "./prefetch-room.ts";

afterEach(() => vi.unstubAllGlobals());

const card = { login: "luna", pictures: { tall: "/luna.webp" } } as ModelCard;

/** A visitor whose calls are answered with these in turn. */
function visitor(...answers: { status: number; body: object }[]) {
  vi.stubGlobal("Image", class {});
  let asked = 0;
  const reply = async () => {
    const { status, body } = answers[asked++] ?? { status: 0, body: {} };
    if (status === 0) throw new TypeError("no line");
    return new Response(JSON.stringify(body), { status });
  };
  vi.stubGlobal("fetch", reply);
  return { client: createQueryClient(), asked: () => asked };
}

const failure = { status: 500, body: { code: "internal", message: "no" } };
const room = { status: 200, body: { id: 1 } };

test("R-LIVE-23: a room that was prefetched opens without another call", async () => {
  const { client, asked } = visitor(room);
  prefetchRoom(client, card);
  expect(await enterInBrowser(client, "luna")).toEqual({ kind: "open", room: { id: 1 } });
  expect(asked()).toBe(1);
  expect(client.getQueryData(roomQuery("luna").queryKey)).toMatchObject({ kind: "open" });
});

test("R-LIVE-23: a room whose prefetching failed is asked for anew by the visitor who comes", async () => {
  const { client, asked } = visitor(failure, room);
  prefetchRoom(client, card);
  await vi.waitFor(() =>
    expect(client.getQueryData(["room-prefetch", "luna"])).toMatchObject({ kind: "failed" }),
  );
  expect(await enterInBrowser(client, "luna")).toMatchObject({ kind: "open" });
  expect(asked()).toBe(2);
});
