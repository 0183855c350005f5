import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { afterEach, expect, test } from "vitest";
import type { OpenSession } from "#contract/accounts.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { broadcast } from "#testing/media-engine/broadcast.ts";
import { connectPeer, type Peer } from "#testing/media-engine/peer.ts";
import { until } from "#testing/until.ts";
import { knownClientsOf } from "./export-areas.ts";
import { deviceOf } from "./sessions.routes.ts";
import { knownClient, noteClient, trimClients } from "./store/known-clients-store.ts";

const app = testApp();
const peers: Peer[] = [];
afterEach(() => {
  for (const peer of peers.splice(0)) peer.close();
});

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const password = "correct horse";

/** A fan with a password, signed in once: the first of the browsers. */
async function newFan(): Promise<Person> {
  const login = `s${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const address = `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`;
  const consents = { over_18: true, accept_terms: true, accept_privacy: true };
  const { body } = await app.call("POST", "/auth/register", {
    body: { login, email: `${login}@example.test`, password, password_confirmation: password, ...consents },
    headers: { "x-forwarded-for": address },
  });
  return { id: Number(body.fan_id), login, token: String(body.accessToken) };
}

/** Signs the fan in at one more browser. */
async function again(fan: Person, userAgent = firefox): Promise<Person> {
  const { body } = await app.call("POST", "/api/web_login", {
    body: { login: fan.login, password },
    headers: { "user-agent": userAgent },
  });
  return { ...fan, token: String(body.accessToken) };
}

const sessionsOf = async (fan: Person) =>
  (await app.call("GET", "/api/fan/sessions", { as: fan })).body.data as OpenSession[];
const profileStatus = async (fan: Person) => (await app.call("GET", "/api/fan/profile", { as: fan })).status;
const isCut = (page: { messages: unknown[][] }) => page.messages.some(([kind]) => kind === "cut");

test("R-OPEN-05: the list of sessions names their devices, marks the one that asks, and shows nobody else's", async () => {
  const first = await newFan();
  const second = await again(first);
  await again(await newFan());
  const list = await sessionsOf(second);
  expect(list).toHaveLength(2);
  expect(list.filter(({ current }) => current)).toMatchObject([{ browser: "Firefox", system: "Linux" }]);
  expect(list.every(({ created_at, last_used_at }) => last_used_at >= created_at)).toBe(true);
});

test("R-OPEN-05: ending one session ends its token and its socket, and leaves the others", async () => {
  const kept = await newFan();
  const lost = await again(kept);
  const pages = { kept: await listen(app, ["public"], kept), lost: await listen(app, ["public"], lost) };
  const target = (await sessionsOf(lost)).find(({ current }) => current);
  const end = (as: Person) =>
    app.call("POST", "/api/fan/end-session", {
      as,
      body: { id: target?.id ?? "", current_password: password },
    });
  expect((await end(await newFan())).status).toBe(404);
  expect(await profileStatus(lost)).toBe(200);
  expect((await end(kept)).status).toBe(204);
  await until(() => isCut(pages.lost), "the cut");
  expect(await profileStatus(lost)).toBe(401);
  expect(await profileStatus(kept)).toBe(200);
  expect(isCut(pages.kept)).toBe(false);
  expect((await end(kept)).status).toBe(404);
  pages.kept.close();
});

test("R-OPEN-05: of many tokens those are live whose session is, and which no other account's end has touched", async () => {
  const { identity } = app.modules;
  const [fan, gone] = [await newFan(), await newFan()];
  const [here, there, blocked] = [fan, await again(fan), gone].map(({ token }) => decodeJwt(token).jti);
  const unknown = randomUUID();
  const all = [here, there, blocked, unknown].map(String);
  expect(await identity.liveTokens(all)).toEqual(new Set(all.slice(0, 3)));
  await app.call("POST", "/api/web_logout", { as: fan });
  await app.withTransaction((tx) => identity.suspend(tx, gone.id));
  expect(await identity.liveTokens(all)).toEqual(new Set([String(there)]));
  expect(await identity.liveTokens([])).toEqual(new Set());
});

test("R-OPEN-05: logging out everywhere ends every session at once, or all but the one that asks", async () => {
  const here = await newFan();
  const there = await again(here);
  const endAll = (keep_current: boolean) =>
    app.call("POST", "/api/fan/end-sessions", {
      as: here,
      body: { keep_current, current_password: password },
    });
  expect((await endAll(true)).body).toEqual({ ended: 1 });
  expect([await profileStatus(here), await profileStatus(there)]).toEqual([200, 401]);
  const third = await again(here);
  const page = await listen(app, ["public"], third);
  expect((await endAll(false)).body).toEqual({ ended: 2 });
  await until(() => isCut(page), "the cut");
  expect([await profileStatus(here), await profileStatus(third)]).toEqual([401, 401]);
});

test("OWASP ASVS 7.5.2: other sessions are ended by the password alone, the one that asks without it", async () => {
  const fan = await newFan();
  const other = await again(fan);
  const idOf = async (of: Person) => (await sessionsOf(of)).find(({ current }) => current)?.id;
  const otherId = await idOf(other);
  const endOne = (id: unknown, current_password?: string) =>
    app.call("POST", "/api/fan/end-session", { as: fan, body: { id, current_password } });
  const endAll = (current_password?: string) =>
    app.call("POST", "/api/fan/end-sessions", { as: fan, body: { keep_current: true, current_password } });
  for (const refused of [await endOne(otherId), await endOne(otherId, "not it"), await endAll("not it")]) {
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toHaveProperty("current_password");
  }
  expect(await profileStatus(other)).toBe(200);
  expect((await endAll(password)).body).toEqual({ ended: 1 });
  expect((await endOne(await idOf(fan))).status).toBe(204);
  expect(await profileStatus(fan)).toBe(401);
});

test("R-OPEN-05, R-LIVE-04: with the session the picture ends, and what was issued for it before plays nothing", async () => {
  const luna = await app.model();
  const key = String(
    ((await app.call("GET", "/api/studio", { as: luna })).body.publish as { key: string }).key,
  );
  const publisher = await connect(`/whip/${luna.login}`, key, "publisher");
  const show = broadcast(publisher);
  await until(() => app.modules.rooms.room(luna.login), "the room");
  await until(async () => {
    const fan = await app.fan();
    return (await app.call("GET", `/api/stream/${luna.login}`, { as: fan })).status === 200;
  }, "the stream to begin");
  const fan = await newFan();
  const playback = async (as: Person) => {
    const { body } = await app.call("GET", `/api/stream/${luna.login}`, { as });
    return (body.playback as { token: string }).token;
  };
  const viewer = await connect(`/whep/${luna.login}`, await playback(fan), "viewer");
  await until(() => viewer.rtp.length > 0, "the picture");
  const unused = await playback(fan);
  await app.call("POST", "/api/fan/end-sessions", {
    as: fan,
    body: { keep_current: false, current_password: password },
  });
  const endedAt = show.newestTimestamp();
  expect((await offer(`/whep/${luna.login}`, unused)).status).toBe(401);
  const back = await again(fan);
  const secondViewer = await connect(`/whep/${luna.login}`, await playback(back), "viewer");
  await until(() => secondViewer.rtp.length > 100, "pictures for the new session");
  // Packets that left the model before may still have been on their way within this machine; no later packet may.
  expect(viewer.rtp.filter((packet) => packet.readUInt32BE(4) > endedAt)).toEqual([]);
});

function offer(path: string, bearer: string, body = "v=0\r\n"): Promise<Response> {
  const headers = { "content-type": "application/sdp", authorization: `Bearer ${bearer}` };
  return fetch(app.origin + path, { method: "POST", headers, body });
}

async function connect(path: string, bearer: string, role: "publisher" | "viewer"): Promise<Peer> {
  const peer = await connectPeer(
    async (sdp) => {
      const answer = await offer(path, bearer, sdp);
      if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}`);
      return answer.text();
    },
    { role, ssrc: 1111 },
  );
  peers.push(peer);
  return peer;
}

test("an account knows fifty clients at most: the ones that came back stay, those that were seen once go, and the old ones are forgotten", async () => {
  const account = await app.fan();
  const [first, now] = [new Date("2026-11-01T00:00:00Z"), new Date("2026-11-20T00:00:00Z")];
  const note = (device: string, at: Date) =>
    app.withTransaction((tx) => noteClient(tx, account.id, { address: "", device }, { at }));
  const knows = async (device: string, at = now) =>
    (await knownClient(app.db, account.id, { address: "", device }, at)).device;
  for (const day of [1, 2]) await note("the owner's", new Date(first.getTime() + day * 3_600_000));
  for (let turn = 0; turn < 60; turn++) await note(`once ${turn}`, new Date(now.getTime() - 60_000 + turn));
  expect([await knows("the owner's"), await knows("once 0"), await knows("once 59")]).toEqual([
    true,
    false,
    true,
  ]);
  expect((await knownClientsOf(app.db, account.id)).length).toBe(50);
  expect(await knows("once 59", new Date("2028-01-01T00:00:00Z"))).toBe(false);
  await trimClients(app.db, new Date("2028-01-01T00:00:00Z"));
  expect(await knownClientsOf(app.db, account.id)).toEqual([]);
});

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Edge",
    "Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari",
    "iOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
    "Chrome",
    "iOS",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
    "Samsung Internet",
    "Android",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox", "Linux"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari",
    "macOS",
  ],
  ["curl/8.5.0", null, null],
  ["", null, null],
])("a session is named after its device: %s", (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system });
});
