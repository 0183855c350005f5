import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { realtimeProtocol } from "#contract/realtime.ts";
import { poolOf } from "#server/kit/database/database.ts";
import { servedRoutes } from "#server/kit/http/allowed-methods.ts";
import type { Reading } from "#server/kit/overload/pressure.ts";
import { goLive, type PlaybackOffer, watch } from "#testing/app/media-clients.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { idlePressure } from "#testing/app/test-settings.ts";
import { until } from "#testing/until.ts";
import { namedRoutes, priorityOf } from "./priorities.ts";

let reading: Reading = idlePressure;
const testedApp = testApp(undefined, () => ({ load: { measure: () => reading } }), { PLAYBACK_PER_FAN: "2" });
const late = { ...idlePressure, loopDelayMs: 700 };
const veryLate = { ...idlePressure, loopDelayMs: 3_000 };

afterEach(() => {
  reading = idlePressure;
});

/**
 * Keeps every connection of the pool busy until the returned function is called; those that are in use come here first
 * when they are free again.
 */
async function holdEveryConnection(): Promise<() => void> {
  const pool = poolOf(testedApp.db);
  const asked = Array.from({ length: Number(pool.options.max) }, () => pool.connect().catch(() => null));
  await until(() => pool.idleCount === 0 && pool.totalCount === pool.options.max, "every connection");
  return () => {
    for (const connecting of asked) void connecting.then((client) => client?.release());
  };
}

async function countOf(query: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  return Number((await query.execute(testedApp.db)).rows[0]?.count);
}

const refusal = { code: "overloaded", retry_after: 2 };

test("each named priority is of a route that exists", () => {
  const routes = servedRoutes(testedApp.http);
  // Pages and their files are not mounted in tests of the API.
  expect(namedRoutes.filter((route) => !routes.includes(route))).toEqual(["GET /assets/*"]);
  expect(priorityOf("POST /api/admin/payments/:id/refund")).toBe("finish");
  expect(priorityOf("POST /api/fan/pay-tips-to-model/:id")).toBe("new");
});

test.each([
  ["event loop", late],
  ["database pool", { ...idlePressure, poolWaitMs: 300 }],
  ["heap", { ...idlePressure, heapShare: 0.9 }],
  ["memory", { ...idlePressure, memoryShare: 0.85 }],
])(
  "while the %s is late new work gets 503 with Retry-After in the caller's language, and then recovers",
  async (_part, now) => {
    const fan = await testedApp.fan();
    const ask = (language: string) => testedApp.call("GET", "/api/fan/profile", { as: fan, language });
    reading = now;
    const [english, spanish] = [await ask("en"), await ask("es")];
    expect([english.status, english.headers["retry-after"], english.body]).toMatchObject([503, "2", refusal]);
    expect(english.body.message).toContain("try again");
    expect(spanish.body.message).toContain("Inténtalo de nuevo");
    reading = idlePressure;
    expect((await ask("en")).status).toBe(200);
  },
);

test("what ends or finishes something is refused last, and the endpoints of operators never", async () => {
  const [fan, staff] = [await testedApp.fan(), await testedApp.staff()];
  reading = late;
  const callback = () => testedApp.call("POST", "/service/payments/callback/sandbox", { body: {} });
  expect((await callback()).status).toBe(404);
  expect((await testedApp.call("GET", "/api/admin/state", { as: staff })).status).toBe(200);
  reading = veryLate;
  expect((await callback()).status).toBe(503);
  expect((await testedApp.call("POST", "/api/web_logout", { as: fan })).status).toBe(503);
  expect((await testedApp.call("GET", "/healthz")).status).toBe(200);
  expect((await testedApp.call("GET", "/readyz")).status).toBe(200);
  expect((await testedApp.call("GET", "/files/avatars/none.webp")).status).toBe(404);
  expect(String((await testedApp.call("GET", "/metrics")).body.text)).toMatch(
    /fanlight_refused_overloaded_total [1-9]/,
  );
  reading = late;
  expect((await testedApp.call("POST", "/api/web_logout", { as: fan })).status).toBe(204);
});

test("a browser that opens a page gets a small one in both languages that loads itself again", async () => {
  reading = late;
  const answer = await testedApp.call("GET", "/", { headers: { accept: "text/html,*/*" } });
  expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "5"]);
  const page = String(answer.body.text);
  expect(page).toContain("Fanlight is very busy");
  expect(page).toContain("Fanlight está muy ocupado");
  expect(page).toContain('<meta http-equiv="refresh" content="5">');
  expect(page.length).toBeLessThan(2_000);
});

test("a new event socket is refused while the process is late, and its ticket stays good", async () => {
  const { body } = await testedApp.call("POST", "/api/realtime/ticket", { body: {} });
  const address = `${testedApp.origin.replace("http", "ws")}/realtime?ticket=${String(body.ticket)}`;
  const open = () =>
    new Promise<[number, string | undefined]>((resolve) => {
      const socket = new WebSocket(address, realtimeProtocol, { origin: "http://127.0.0.1:1" });
      socket.once("unexpected-response", (_request, response) =>
        resolve([response.statusCode ?? 0, response.headers["retry-after"]]),
      );
      socket.once("open", () => {
        socket.close();
        resolve([101, undefined]);
      });
      socket.once("error", () => {});
    });
  reading = late;
  expect(await open()).toEqual([503, "2"]);
  reading = idlePressure;
  expect(await open()).toEqual([101, undefined]);
});

test("R-API-37: while no connection becomes free a chat message, a tip and a room message are refused, and none of them is stored or paid", async () => {
  const [fan, model] = [await testedApp.fan(100), await testedApp.model()];
  const chat = await testedApp.call("POST", "/api/chat", { as: fan, body: { model_id: model.id } });
  const chatId = Number(chat.body.id);
  const onAir = await goLive(testedApp, model);
  const [tempId, tipKey, lineId] = [randomUUID(), randomUUID(), randomUUID()];
  const message = () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ type: "text", body: "hello", temp_id: tempId }))
      form.append(name, value);
    return testedApp.call("POST", `/api/chat/${chatId}/message`, { as: fan, body: form });
  };
  const tip = () =>
    testedApp.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, {
      as: fan,
      body: { amount: 10 },
      key: tipKey,
    });
  const line = () =>
    testedApp.call("POST", `/api/stream/${model.login}/message`, {
      as: fan,
      body: { body: "hello", client_message_id: lineId },
    });

  const release = await holdEveryConnection();
  const refused = await Promise.all([message(), tip(), line()]);
  release();
  expect(refused.map(({ status, headers }) => [status, headers["retry-after"]])).toEqual([
    [503, "2"],
    [503, "2"],
    [503, "2"],
  ]);
  for (const { body } of refused) expect(body).toMatchObject(refusal);
  await testedApp.relay.drain();
  expect(await countOf(sql`select count(*) from messaging.message where chat_id = ${chatId}`)).toBe(0);
  expect(await countOf(sql`select count(*) from live.line where author_id = ${fan.id}`)).toBe(0);
  expect(await countOf(sql`select count(*) from live.tip where fan_id = ${fan.id}`)).toBe(0);

  const accepted = await Promise.all([message(), tip(), line()]);
  expect(accepted.map(({ status }) => status)).toEqual([201, 200, 201]);
  expect(accepted[1]?.body.balance).toBe(90);
  onAir.close();
});

test("a client that disconnected before its message was accepted finds nothing stored later", async () => {
  const [fan, model] = [await testedApp.fan(), await testedApp.model()];
  const onAir = await goLive(testedApp, model);
  const release = await holdEveryConnection();
  const received = once(testedApp.http.server, "request") as Promise<[IncomingMessage]>;
  const call = request(`${testedApp.origin}/api/stream/${model.login}/message`, {
    method: "POST",
    agent: false,
    headers: { authorization: `Bearer ${fan.token}`, "content-type": "application/json" },
  }).on("error", () => {});
  call.end(JSON.stringify({ body: "too late", client_message_id: randomUUID() }));
  const [{ socket }] = await received;
  const closed = once(socket, "close");
  call.destroy();
  await closed;
  release();
  const next = await testedApp.call("POST", `/api/stream/${model.login}/message`, {
    as: fan,
    body: { body: "here again", client_message_id: randomUUID() },
  });
  expect(next.status).toBe(201);
  const lines = await sql<{ body: string }>`select body from live.line where author_id = ${fan.id}`.execute(
    testedApp.db,
  );
  expect(lines.rows).toEqual([{ body: "here again" }]);
  onAir.close();
});

test("a fan's newest playback session wins: the oldest ends, the fan's pages are notified which, and others keep watching", async () => {
  const [fan, other, model] = [await testedApp.fan(), await testedApp.fan(), await testedApp.model()];
  const onAir = await goLive(testedApp, model);
  const page = await listen(testedApp, [`person:${fan.id}`], fan);
  const watchAs = async (as: Person) => {
    const { body } = await testedApp.call("GET", `/api/stream/${model.login}`, { as });
    return watch(testedApp, body.playback as PlaybackOffer);
  };
  const peers = [await watchAs(fan), await watchAs(other), await watchAs(fan)];
  expect(page.events("PlaybackReplaced")).toEqual([]);
  peers.push(await watchAs(fan));
  const replaced = await page.event("PlaybackReplaced");
  expect(replaced).toEqual({ slug: model.login, session_id: expect.stringMatching(/^[\w-]{8,}$/) });
  const viewers = async () => String((await testedApp.call("GET", "/metrics")).body.text);
  await until(
    async () => (await viewers()).includes("fanlight_media_viewers 3"),
    "three sessions to be left",
  );
  expect(page.events("PlaybackReplaced")).toHaveLength(1);
  page.close();
  for (const peer of [...peers, onAir]) peer.close();
});
