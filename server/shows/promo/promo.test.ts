import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { PromoLink, PromoStream, StudioShows } from "#contract/shows.ts";
import { readRows } from "#server/kit/database/database.ts";
import { goLive, type PlaybackOffer, watch } from "#testing/app/media-clients.ts";
import { confirmEmailOf } from "#testing/app/members.ts";
import { listen, type RealtimeClient } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { closeAfterEach } from "#testing/close-after-each.ts";
import type { Peer } from "#testing/media-engine/peer.ts";
import { until } from "#testing/until.ts";

const app = testApp();
const kept = closeAfterEach();

const emailOf = ({ login }: Person) => `${login}@example.test`;
const make = (model: Person, email: string, duration = 60, client_id: string = randomUUID()) =>
  app.call("POST", "/api/studio/promos", { as: model, body: { client_id, email, duration } });
const visit = (as: Person, token: string) => app.call("POST", `/api/promo-stream/${token}`, { as, body: {} });
const look = (as: Person, token: string) => app.call("GET", `/api/promo-stream/${token}`, { as });
const tokenOf = ({ url }: PromoLink) => String(url.split("/").pop());

async function promoFor(fan: Person, model: Person, duration = 60) {
  await confirmEmailOf(app.db, fan);
  const { body } = await make(model, emailOf(fan).toUpperCase(), duration);
  const promo = body as unknown as PromoLink;
  return { promo, token: tokenOf(promo) };
}

/** The fan's page: it has opened the promo and waits. */
async function waitWith(fan: Person, token: string): Promise<RealtimeClient & { page: PromoStream }> {
  const page = (await visit(fan, token)).body as unknown as PromoStream;
  return Object.assign(kept(await listen(app, [page.topic, `person:${fan.id}`, "public"], fan)), { page });
}

const start = (model: Person, { id }: PromoLink) =>
  app.call("POST", `/api/studio/promos/${id}/start`, { as: model, body: {} });
const enter = (as: Person, { login }: Person) => app.call("GET", `/api/stream/${login}`, { as });
const playbackOf = async (as: Person, model: Person) =>
  (await enter(as, model)).body.playback as PlaybackOffer;
const studio = async (model: Person) =>
  (await app.call("GET", "/api/studio/shows", { as: model })).body as unknown as StudioShows;
const usedBy = async ({ id }: PromoLink) =>
  (await readRows(app.db, sql<{ used_s: number }>`select used_s from shows.promo_link where id = ${id}`))[0]
    ?.used_s ?? -1;

/** The packets that the model sent after that time. */
const sentAfter = (peer: Peer, timestamp: number) =>
  peer.rtp.filter((packet) => packet.readUInt32BE(4) > timestamp);

/** A model on air with a promo that its fan waits for. */
async function scene(duration = 60) {
  const [fan, model] = [await app.fan(50), await app.model()];
  const air = kept(await goLive(app, model));
  const { promo, token } = await promoFor(fan, model, duration);
  const page = await waitWith(fan, token);
  return { fan, model, air, promo, token, page };
}

test("R-LIVE-39, R-OPEN-80: reading a promo link opens nothing, and an address that nobody has confirmed is shown the way and binds nothing", async () => {
  const [squatter, owner, model] = [await app.fan(), await app.fan(), await app.model()];
  const made = await make(model, emailOf(squatter));
  const token = tokenOf(made.body as unknown as PromoLink);
  const state = async () => (await studio(model)).promos[0]?.state;
  const waiting = { status: 403, body: { code: "promo_unconfirmed" } };
  for (const ask of [look, visit]) expect(await ask(squatter, token)).toMatchObject(waiting);
  const spanish = await app.call("GET", `/api/promo-stream/${token}`, { as: squatter, language: "es" });
  expect(spanish.body.message).toMatch(/Confirma tu correo/);
  // The address goes to the one who reads its mails.
  await sql`update accounts.account set email = ${`gone-${emailOf(squatter)}`} where id = ${squatter.id}`.execute(
    app.db,
  );
  await sql`update accounts.account set email = ${emailOf(squatter)} where id = ${owner.id}`.execute(app.db);
  expect(await visit(squatter, token)).toMatchObject({ status: 403, body: { code: "promo_other_email" } });
  await confirmEmailOf(app.db, owner);
  const headers = { authorization: `Bearer ${owner.token}` };
  await fetch(`${app.origin}/api/promo-stream/${token}`, { method: "HEAD", headers });
  expect(await look(owner, token)).toMatchObject({ status: 200, body: { promo: { opened: false } } });
  expect(await state()).toBe("new");
  expect(await visit(owner, token)).toMatchObject({ status: 200, body: { promo: { opened: true } } });
  expect(await state()).toBe("open");
});

test("R-OPEN-80, R-LIVE-39, R-LIVE-40, R-ROLE-09, R-ERR-16, R-ERR-17, R-ERR-18, R-ERR-19, R-ERR-20, R-ERR-21, R-ERR-22: each wrong way to open a promo link has its own words, in both languages", async () => {
  const [fan, other, model, staff] = [await app.fan(), await app.fan(), await app.model(), await app.staff()];
  const { promo, token } = await promoFor(fan, model);
  const code = async (as: Person, link: string) => {
    const { status, body } = await visit(as, link);
    return [status, body.code];
  };
  expect(await code(other, token)).toEqual([403, "promo_other_email"]);
  expect(await code(model, token)).toEqual([403, "promo_models"]);
  expect(await code(staff, token)).toEqual([403, "promo_fans_only"]);
  expect(await code(fan, "garbage")).toEqual([404, "promo_unknown"]);
  expect(await code(fan, `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`)).toEqual([
    404,
    "promo_unknown",
  ]);
  expect((await app.call("GET", `/api/promo-stream/${token}`)).status).toBe(401);
  const asModel = await visit(model, token);
  expect(asModel.body.message).toBe("Models can't use promo links");
  const words = await app.call("GET", `/api/promo-stream/${token}`, { as: other, language: "es" });
  expect(words.body.message).toMatch(/correo distinto al de tu cuenta/);
  const opened = await visit(fan, token);
  expect(opened).toMatchObject({
    status: 200,
    body: { state: "away", promo: { id: promo.id, time_used: 0 } },
  });
  const second = await promoFor(fan, model);
  expect(await code(fan, second.token)).toEqual([409, "promo_active"]);
  await app.call("POST", `/api/studio/promos/${promo.id}/withdraw`, { as: model, body: {} });
  expect(await code(fan, token)).toEqual([404, "promo_withdrawn"]);
  expect((await visit(fan, second.token)).status).toBe(200);
});

test("R-OPEN-81, R-ERR-17: a link whose model cannot be seen by its fan now stays unopened", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const { token } = await promoFor(fan, model);
  const state = async () => (await studio(model)).promos.map((each) => [each.state, each.fan_name]);
  await app.call("POST", "/api/studio/ban", { as: model, body: { fan_id: fan.id } });
  expect(await visit(fan, token)).toMatchObject({ status: 404, body: { code: "promo_unknown" } });
  expect(await state()).toEqual([["new", null]]);
  await app.call("POST", "/api/studio/lift-ban", { as: model, body: { fan_id: fan.id } });
  expect((await visit(fan, token)).status).toBe(200);
  expect(await state()).toEqual([["open", fan.login]]);
});

test("R-OPEN-80: a repeated order of the last link that may be open is that link; another is refused", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const first = await make(model, emailOf(fan));
  await sql`
    insert into shows.promo_link (model_id, client_id, email, nonce, token_hash, duration_s, created_at, expires_at)
    select model_id, gen_random_uuid(), email, nonce, sha256(token_hash || int4send(n)), duration_s, created_at, expires_at
    from shows.promo_link, generate_series(1, 98) as n where id = ${Number(first.body.id)}`.execute(
    app.owner,
  );
  const id = randomUUID();
  const made = await Promise.all([1, 2, 3].map(() => make(model, emailOf(fan), 60, id)));
  for (const { status, body } of [...made, await make(model, emailOf(fan), 60, id)])
    expect([status, body.id]).toEqual([201, made[0]?.body.id]);
  expect((await make(model, emailOf(fan), 90, id)).body.code).toBe("key_conflict");
  expect(await make(model, emailOf(fan))).toMatchObject({ status: 409, body: { code: "too_many_links" } });
  await app.call("POST", `/api/studio/promos/${String(first.body.id)}/withdraw`, { as: model, body: {} });
  expect((await make(model, emailOf(fan))).status, "one is free again").toBe(201);
});

test("R-OPEN-80: a link is good for 30 days, made once per press, and another model's to nobody", async () => {
  const [fan, model, other] = [await app.fan(), await app.model(), await app.model()];
  const id = randomUUID();
  const made = await Promise.all(Array.from({ length: 5 }, () => make(model, emailOf(fan), 60, id)));
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
  expect((await make(model, emailOf(fan), 90, id)).status).toBe(409);
  for (const duration of [0, 9, 3601, 1.5])
    expect((await make(model, emailOf(fan), duration)).status).toBe(422);
  const promo = made[0]?.body as unknown as PromoLink;
  expect(Date.parse(promo.expires_at) - Date.parse(promo.created_at)).toBe(30 * 86_400_000);
  expect((await start(other, promo)).status).toBe(404);
  expect(
    (await app.call("POST", `/api/studio/promos/${promo.id}/withdraw`, { as: other, body: {} })).status,
  ).toBe(404);
  await sql`update shows.promo_link set created_at = created_at - interval '31 days',
    expires_at = expires_at - interval '31 days' where id = ${promo.id}`.execute(app.db);
  expect((await visit(fan, tokenOf(promo))).body.code).toBe("promo_expired");
  expect(await studio(model)).toMatchObject({ promos: [{ id: promo.id, state: "expired", waiting: false }] });
});

test("R-OPEN-80: nothing in the database opens a link", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const { token } = await promoFor(fan, model);
  const rows = await readRows(
    app.db,
    sql<{ row: string }>`select promo_link::text || encode(nonce, 'base64') as row from shows.promo_link`,
  );
  expect(rows.map(({ row }) => row).join()).not.toContain(token);
});

test("R-OPEN-81, R-ROLE-12: the model sees who waits and starts; only then, and only while the fan is there", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const { promo, token } = await promoFor(fan, model);
  const modelEvents = kept(await listen(app, [`person:${model.id}`], model));
  expect((await start(model, promo)).body.code).toBe("not_waiting");
  const page = await waitWith(fan, token);
  await modelEvents.event("PromosChanged");
  expect(await studio(model)).toMatchObject({
    show: null,
    promos: [{ id: promo.id, state: "open", waiting: true, fan_name: fan.login }],
  });
  expect((await start(model, promo)).body.code).toBe("not_live");
  const other = kept(await listen(app, [page.page.topic], await app.fan()));
  expect(other.messages.some(([kind]) => kind === "refused")).toBe(true);
  page.close();
  await until(async () => !(await studio(model)).promos[0]?.waiting, "the fan to be gone");
  kept(await goLive(app, model));
  expect((await start(model, promo)).body.code).toBe("not_waiting");
});

test(
  "R-LIVE-17, R-LIVE-18, R-ENT-02, R-ROLE-12: nobody but its fan gets one packet, event, line or sight of a promo",
  {
    timeout: 120_000,
  },
  async () => {
    const { fan, model, promo, page, air } = await scene();
    const other = await app.fan(100);
    const room = `room:${model.login}` as const;
    const [outsider, guest] = [
      kept(await listen(app, [room, "public", "presence", `person:${other.id}`], other)),
      kept(await listen(app, ["public", "presence"])),
    ];
    const before = await playbackOf(other, model);
    const viewer = kept(await watch(app, before));
    await until(() => viewer.rtp.length > 20, "the public picture");
    const spare = await playbackOf(other, model);

    expect((await start(model, promo)).status).toBe(200);
    // Packets that left the model before may still be on their way within this machine; no later packet may.
    const startedAt = air.show.newestTimestamp();
    await until(() => outsider.messages.some(([kind]) => kind === "cut"), "the room to be closed");
    const began = await page.event("ChatRoomTypeChanged", ({ type }) => type === "promo");
    expect(began).toMatchObject({ slug: model.login, token: expect.any(String) });
    expect((await page.event("StreamBegan")).card).toMatchObject({
      promoEnabled: true,
      stream: { type: "promo", promoId: promo.id },
      promoStreamData: {
        id: promo.id,
        fan_id: fan.id,
        email: `${fan.login}@example.test`,
        duration: 60,
        time_used: 0,
        token: expect.any(String),
      },
    });

    const modelPage = kept(await listen(app, [room], model));
    const fans = kept(await watch(app, await playbackOf(fan, model)));
    await until(() => sentAfter(fans, startedAt).length > 100, "the promo's picture");
    expect(sentAfter(viewer, startedAt), "not one packet after the start was answered").toEqual([]);
    await expect(watch(app, spare)).rejects.toThrow("refused: 403");
    expect((await enter(other, model)).body.code).toBe("stream_not_started");
    expect((await app.call("POST", `/api/stream/${model.login}/playback`, { as: other })).status).toBe(409);

    const line = (as: Person, body: string) =>
      app.call("POST", `/api/stream/${model.login}/message`, {
        as,
        body: { body, client_message_id: randomUUID() },
      });
    const again = kept(await listen(app, [room], other));
    expect(again.messages.some(([kind]) => kind === "refused")).toBe(true);
    expect((await line(other, "hello?")).status).toBe(409);
    expect((await line(model, "only for you")).status).toBe(201);
    expect((await line(fan, "thank you")).status).toBe(201);
    await modelPage.event("RoomMessage", ({ body }) => body === "thank you");

    const rooms = async (as?: Person) =>
      (await app.call("GET", `/api/video-chat-rooms?search=${model.login}`, as ? { as } : {})).body.data;
    expect(await rooms(fan)).toMatchObject([{ isStream: true, stream: { type: "promo" } }]);
    expect([await rooms(other), await rooms()]).toEqual([[], []]);
    const profile = (await app.call("GET", `/api/model-profile/${model.login}`, { as: other })).body;
    expect(profile).toMatchObject({ isStream: false, stream: { stream_type: "public", promo_data: null } });

    await app.call("POST", "/api/studio/end-show", { as: model, body: {} });
    await outsider.event("StreamBegan", ({ slug }) => slug === model.login);
    const received = JSON.stringify([outsider.messages, guest.messages, again.messages]);
    for (const secret of [
      `"type":"promo"`,
      "one_to_one",
      "only for you",
      "thank you",
      fan.login,
      promo.email,
    ])
      expect(received, secret).not.toContain(secret);
    const after = await enter(other, model);
    expect(after.status).toBe(200);
    expect(JSON.stringify(after.body.chat)).not.toContain("only for you");
    const late = kept(await listen(app, [room], other));
    expect(JSON.stringify(late.messages)).not.toContain("thank you");
  },
);

test(
  "R-LIVE-41, R-OPEN-81, R-ERR-16: seconds count while both are there; at its end the link is used and the room public",
  {
    timeout: 120_000,
  },
  async () => {
    const { fan, model, promo, token, page, air } = await scene(10);
    const modelEvents = kept(await listen(app, [`person:${model.id}`], model));
    await start(model, promo);
    const viewer = kept(await watch(app, await playbackOf(fan, model)));
    const meter = await page.event("ShowMeter", ({ show }) => show.pause === null);
    expect(meter.show).toMatchObject({ mode: "promo", role: "promo", pause: null });
    await modelEvents.event("ShowMeter", ({ show }) => show.pause === null);
    await until(async () => (await usedBy(promo)) >= 3, "three seconds");
    expect((await enter(fan, model)).body.show).toMatchObject({ mode: "promo", role: "promo", pause: null });
    expect((await visit(fan, token)).body).toMatchObject({
      state: "running",
      room: { show: { mode: "promo" }, playback: { protocol: "whep" }, stream: { type: "promo" } },
    });
    const ended = await page.event("ShowEnded");
    expect(ended).toMatchObject({ reason: "used_up", show: { served_seconds: 10, seconds_left: 0 } });
    expect(await usedBy(promo)).toBe(10);
    const endedAt = air.show.newestTimestamp();
    const anybody = kept(await watch(app, await playbackOf(await app.fan(), model)));
    await until(() => sentAfter(anybody, endedAt).length > 50, "the public picture");
    expect(sentAfter(viewer, endedAt), "the promo's playback is over").toEqual([]);
    expect((await visit(fan, token)).body.code).toBe("promo_used");
    expect(await studio(model)).toMatchObject({ show: null, promos: [{ state: "used", time_used: 10 }] });
    expect((await enter(await app.fan(), model)).body).toMatchObject({
      show: null,
      stream: { type: "public" },
    });
    expect((await start(model, promo)).body.code).toBe("promo_over");
  },
);

test(
  "R-OPEN-81: nothing is used while the model's picture or the fan's playback is away, and what is left stays",
  {
    timeout: 120_000,
  },
  async () => {
    const { fan, model, promo, token, page, air } = await scene(60);
    await start(model, promo);
    const tabs = [
      kept(await watch(app, await playbackOf(fan, model))),
      kept(await watch(app, await playbackOf(fan, model))),
    ];
    await until(async () => (await usedBy(promo)) >= 2, "two seconds");
    tabs[0]?.close();
    const atOneTab = await usedBy(promo);
    await until(async () => (await usedBy(promo)) > atOneTab, "the other page to be served");

    air.show.pause();
    await page.event("ShowMeter", ({ show }) => show.pause === "model_media_lost");
    const atPause = await usedBy(promo);
    await page.event("ChatRoomStatusChanged", ({ status }) => status === "paused");
    expect(await usedBy(promo)).toBe(atPause);
    air.show.resume();
    await until(async () => (await usedBy(promo)) > atPause, "the meter to go on");

    expect((await app.call("POST", "/api/fan/leave-show", { as: fan, body: {} })).body.show).toMatchObject({
      role: "promo",
      state: "ended",
    });
    const left = (await page.event("ShowEnded")).show;
    const used = await usedBy(promo);
    expect(left.seconds_left).toBe(60 - used);
    expect(used).toBeLessThan(30);
    expect((await visit(fan, token)).body).toMatchObject({ state: "waiting", promo: { time_used: used } });
    expect((await start(model, promo)).status, "the rest of it").toBe(200);
    expect((await enter(fan, model)).body.show).toMatchObject({ seconds_left: 60 - used });
  },
);

test("R-OPEN-81: started twice at once it is one show, and a fan is in one show at a time", async () => {
  const { fan, model, promo, token } = await scene();
  expect(token).toBeTruthy();
  const other = await app.model();
  kept(await goLive(app, other));
  const second = await promoFor(fan, other);
  await waitWith(fan, second.token);
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => start(model, promo)),
    ...Array.from({ length: 4 }, () => start(other, second.promo)),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
  expect(codes.every((code) => ["in_show", "fan_busy"].includes(String(code)))).toBe(true);
  const rows = sql<{ n: number }>`select count(*)::int as n from live.participant where fan_id = ${fan.id}`;
  expect((await readRows(app.db, rows))[0]?.n).toBe(1);
});

test("R-ERR-15, R-LIVE-06: the end of the model's stream is the promo's end, and the link keeps the rest", async () => {
  const { fan, model, promo, token, page } = await scene();
  await start(model, promo);
  await app.call("POST", "/api/studio/stop", { as: model, body: {} });
  expect(await page.event("ShowEnded")).toMatchObject({ reason: "model_left" });
  expect((await visit(fan, token)).body).toMatchObject({ state: "away", room: null });
  expect(await studio(model)).toMatchObject({ show: null, promos: [{ state: "open" }] });
});

test("R-ACCT-19: who leaves takes their promos along, and their addresses are forgotten in the end", async () => {
  const { fan, model, promo } = await scene();
  await start(model, promo);
  await app.withTransaction((tx) => app.modules.shows.close(tx, { id: fan.id, role: "fan" }));
  await app.modules.shows.leaveShow(fan.id);
  expect(await studio(model)).toMatchObject({ show: null, promos: [{ state: "withdrawn" }] });
  await app.withTransaction((tx) => app.modules.shows.erase(tx, { id: fan.id, role: "fan" }));
  expect((await studio(model)).promos).toMatchObject([{ email: "" }]);
});
