import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShowReceipt } from "#contract/paid-shows.ts";
import { listedPauses } from "#contract/receipt-pauses.ts";
import type { ShowState } from "#contract/show-state.ts";
import { systemClock } from "#server/kit/clock.ts";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { keepProgress } from "#server/shows/store/participants-store.ts";
import { bearer } from "#testing/app/api-client.ts";
import { goLive, type PlaybackOffer, watch } from "#testing/app/media-clients.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { closeAfterEach } from "#testing/close-after-each.ts";
import { painted, type Peer } from "#testing/media-engine/peer.ts";
import { type FakeProcessor, startFakeProcessor } from "#testing/payments/fakes.ts";
import { validRequest } from "#testing/payments/requests.ts";
import { readPdf } from "#testing/pdf-text.ts";
import { until } from "#testing/until.ts";

let processor: FakeProcessor;
beforeAll(async () => {
  processor = await startFakeProcessor(() => app.origin, systemClock, 5_000);
});
const app = testApp(undefined, () => ({ gateways: { sandbox: processor.gateway } }));
afterAll(() => processor.app.close());
beforeAll(() => app.modules.payments.seed());
const kept = closeAfterEach();

type Body = Record<string, unknown>;
const enter = (as: Person, { login }: Person) => app.call("GET", `/api/stream/${login}`, { as });
const playbackOf = async (as: Person, model: Person) =>
  (await enter(as, model)).body.playback as PlaybackOffer;
const showOf = async (as: Person) =>
  (await app.call("GET", "/api/fan/show", { as })).body.show as ShowState | null;
const leave = async (as: Person) =>
  (await app.call("POST", "/api/fan/leave-show", { as, body: {} })).body.show as ShowState;
const receiptOf = async (as: Person, id: number) =>
  (await app.call("GET", `/api/fan/shows/${id}/receipt`, { as })).body as unknown as ShowReceipt;
const balanceOf = async (as: Person) => (await app.call("GET", "/api/fan/profile", { as })).body.balance;
const earned = async (model: Person) =>
  ((await app.call("GET", "/api/studio", { as: model })).body.earnings as { balance: number }).balance;
const spyOn = (as: Person, model: Person, body: Body = {}) =>
  app.call("POST", "/api/fan/spy", {
    as,
    body: { model_id: model.id, rate: 600, ...body },
    key: randomUUID(),
  });
/** Gives a model another name; answers the one before. */
const rename = async ({ id }: Person, name: string) => {
  const before = sql<{ name: string }>`select artistic_name as name from catalog.model where id = ${id}`;
  const was = (await readRows(app.db, before))[0]?.name;
  await sql`update catalog.model set artistic_name = ${name} where id = ${id}`.execute(app.db);
  return was;
};
const openHolds = async ({ id }: Person) => {
  const open = sql<{ n: number }>`
    select count(*)::int as n from wallet.hold where closed_at is null and fan_id = ${id}`;
  return (await readRows(app.db, open))[0]?.n;
};

const timeOf = new Intl.DateTimeFormat("en", { timeStyle: "medium", timeZone: "UTC" });
const dayOf = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });
const pauseWords = {
  model_media_lost: "’s video was interrupted",
  fan_media_lost: "your video was not playing",
  model_paused: "took a break",
};

/** The packets that the model sent after that time of theirs. */
const sentAfter = (peer: Peer, timestamp: number) =>
  peer.rtp.filter((packet) => packet.readUInt32BE(4) > timestamp);

/** The byte that the pictures of a show are made of. */
const ofShow = 0x77;

/** A live model at ten tokens a second, and a fan with a confirmed address whose request is accepted. */
async function scene(tokens: number, body: Body = {}, rates: Body = {}) {
  const [fan, model] = [await app.fan(tokens), await app.model()];
  await sql`update accounts.account set validation = 'confirmed' where id = ${fan.id}`.execute(app.db);
  const air = kept(await goLive(app, model));
  await app.call("POST", "/api/studio/rates", {
    as: model,
    body: { private: 600, vip: 600, spy: 600, ...rates },
  });
  const begin = async () => {
    const asked = await app.call("POST", "/api/fan/show-requests", {
      as: fan,
      body: { model_id: model.id, mode: "private", rate: 600, ...body },
      key: randomUUID(),
    });
    expect(asked.status).toBe(201);
    const path = `/api/studio/show-requests/${String(asked.body.id)}`;
    expect((await app.call("POST", path, { as: model, body: { accept: true } })).status).toBe(200);
    return air.show.newestTimestamp();
  };
  return { fan, model, air, begin };
}

/** Asked of the module: who asks this often over HTTP is refused. */
const showNow = ({ id }: Person) => app.modules.shows.paid.showOfFan(id);
const served = (as: Person, seconds: number) =>
  until(async () => ((await showNow(as))?.served_seconds ?? 0) >= seconds, `${seconds} seconds`);

test("R-OPEN-61: watching in public and writing there costs nothing, sets nothing aside and is no show", async () => {
  const { fan, model, air } = await scene(100);
  const viewer = kept(await watch(app, await playbackOf(fan, model)));
  const line = { body: "hello", client_message_id: randomUUID() };
  expect((await app.call("POST", `/api/stream/${model.login}/message`, { as: fan, body: line })).status).toBe(
    201,
  );
  const flowedMs = async () => {
    const flows = await app.media.flows(model.login);
    return flows.flatMap(({ flowed }) => flowed).reduce((sum, each) => sum + each.flowedMs, 0);
  };
  await until(async () => (await flowedMs()) > 3_000, "three seconds that flowed");
  expect(viewer.rtp.length).toBeGreaterThan(0);
  expect([await balanceOf(fan), await openHolds(fan), await showNow(fan)]).toEqual([100, 0, null]);
  const { rows } = await app.modules.wallet.statement(app.db, { kind: "fan", id: fan.id }, { page: 1 });
  expect(rows.map(({ type }) => type)).toEqual(["opening"]);
  air.close();
});

test(
  "R-OPEN-60, R-OPEN-63, R-OPEN-71: seconds are charged while media flows on both sides, and the rest comes back",
  {
    timeout: 120_000,
  },
  async () => {
    const { fan, model, air, begin } = await scene(2_000);
    await begin();
    const page = kept(await listen(app, [`person:${fan.id}`, "public"], fan));
    expect(await balanceOf(fan), "a minute's price is set aside").toBe(1_400);
    const viewer = kept(await watch(app, await playbackOf(fan, model)));
    await page.event("ShowMeter", ({ show }) => show.state === "running");
    await served(fan, 3);

    air.show.pause();
    await page.event("ShowMeter", ({ show }) => show.pause === "model_media_lost");
    const lost = (await showOf(fan))?.spent;
    await page.event("ChatRoomStatusChanged", ({ status }) => status === "paused");
    expect((await showOf(fan))?.spent, "no video, no charge").toBe(lost);
    await until(async () => {
      const { body } = await app.call("GET", "/api/studio", { as: model });
      const { connected, receiving } = body.publishing as { connected: boolean; receiving: boolean };
      return connected && !receiving;
    }, "the studio to show that the encoder sends nothing");
    air.show.resume();
    await page.event("ShowMeter", ({ show }) => show.state === "running" && show.spent > (lost ?? 0));

    await app.call("POST", "/api/studio/pause", { as: model, body: { paused: true } });
    const paused = await until(async () => {
      const show = await showNow(fan);
      return show?.pause === "model_paused" ? show : null;
    }, "the meter to stand still");
    await app.call("POST", "/api/studio/pause", { as: model, body: { paused: false } });
    await viewer.leave();
    await page.event("ShowMeter", ({ show }) => show.pause === "fan_media_lost");
    expect(paused.spent).toBeLessThanOrEqual((await showOf(fan))?.spent ?? 0);

    const agreedName = await rename(model, "Somebody Else");
    const ended = await leave(fan);
    const receipt = await receiptOf(fan, ended.id);
    const { show, name, pauses, tokens, money, transfers } = receipt;
    expect(name, "as they were called when it was agreed to").toBe(agreedName);
    expect(show).toMatchObject({ id: ended.id, state: "ended", end_reason: "fan_left", rate: 600 });
    expect(tokens).toBe(Math.floor((show.served_seconds * 600) / 60));
    const step = { from: show.started_at, seconds: show.served_seconds, rate: 600, tokens };
    expect([receipt.steps, receipt.free_seconds, receipt.waived]).toEqual([[step], 0, 0]);
    expect([tokens, show.spent]).toEqual([ended.spent, ended.spent]);
    expect([...new Set(pauses.map(({ reason }) => reason))].sort()).toEqual([
      "fan_media_lost",
      "model_media_lost",
      "model_paused",
    ]);
    expect(pauses.every(({ to }) => to !== null)).toBe(true);
    expect(money, "tokens that were given cost nothing").toEqual({ amount: 0, currency: "USD" });
    const statement = await app.call("GET", "/api/wallet/statement", { as: fan });
    const named = (statement.body.data as { transfer_id: number; tokens: number }[]).filter(
      ({ transfer_id }) => transfers.includes(transfer_id),
    );
    expect(named, "each of them stands in the statement").toHaveLength(transfers.length);
    expect(named.reduce((sum, row) => sum + row.tokens, 0)).toBe(-tokens);
    expect(await balanceOf(fan)).toBe(2_000 - tokens);
    expect(await earned(model)).toBe(tokens);
    expect(await openHolds(fan)).toBe(0);
    const mail = await until(
      async () => (await app.modules.mailer.outbox(app.db)).find(({ to }) => to.startsWith(fan.login)),
      "the receipt's mail",
    );
    expect(mail.text).toMatch(new RegExp(`/receipts/${ended.id}$`, "m"));
    for (const { reason, from, to } of listedPauses(receipt)) {
      const [began, over] = [from, to ?? ""].map((at) => timeOf.format(new Date(at)));
      expect(mail.text).toMatch(new RegExp(`${pauseWords[reason]}, ${began} to ${over}`));
    }
    expect(mail.subject).toBe("Your show receipt");
    expect(mail.text).toContain(`You had a private show with ${agreedName}.`);
    expect(mail.text).toContain(`at 600 tokens a minute`);
    expect(mail.text).toContain(`Charged: ${tokens} tokens`);
    expect(mail.text).toContain(`Entries in your statement: ${transfers.map((id) => `#${id}`).join(", ")}.`);
    expect(mail.text).toContain(`From ${dayOf.format(new Date(show.started_at))}`);

    const pdf = (as: Person) =>
      fetch(`${app.origin}/api/fan/shows/${ended.id}/receipt/pdf`, { headers: bearer(as) });
    const file = await pdf(fan);
    expect([file.headers.get("content-type"), file.headers.get("cache-control")]).toEqual([
      "application/pdf",
      "no-store",
    ]);
    const { pages: read } = await readPdf(new Uint8Array(await file.arrayBuffer()));
    expect(read.join(" ")).toMatch(
      new RegExp(`${fan.login}[^]*Charged\\s+${tokens.toLocaleString("en")} tokens`),
    );
    expect((await pdf(await app.fan(0))).status, "another fan's receipt").toBe(404);
  },
);

test("R-OPEN-63: a process that stops has counted what had flowed by then, not by the last report, and no more", async () => {
  const { fan, model, begin } = await scene(2_000);
  await begin();
  kept(await watch(app, await playbackOf(fan, model)));
  await served(fan, 2);
  const flowedMs = async () => {
    const flows = await app.media.flows(model.login);
    const shown = flows.filter(({ tag }) => tag === `fan:${fan.id}|private`);
    return shown.flatMap(({ flowed }) => flowed).reduce((sum, each) => sum + each.flowedMs, 0);
  };
  const before = await flowedMs();
  await app.modules.shows.handOver();
  const after = await flowedMs();
  const row = sql<{ ms: number }>`
    select served_ms::int as ms from live.participant where fan_id = ${fan.id}`;
  const countedMs = (await readRows(app.db, row))[0]?.ms ?? 0;
  expect(countedMs).toBeGreaterThanOrEqual(before);
  expect(countedMs).toBeLessThanOrEqual(after);
});

test("R-OPEN-63: what a process had read earlier and writes later takes nothing back from what is kept", async () => {
  const { fan, model, begin } = await scene(2_000);
  await begin();
  kept(await watch(app, await playbackOf(fan, model)));
  await served(fan, 2);
  await app.modules.shows.handOver();
  type Row = { id: number; keeper: string; rate: number; ms: number; units: number };
  const row = sql<Row>`
    select id::int, keeper, rate, served_ms::int as ms, price_units::int as units
    from live.participant where fan_id = ${fan.id} for update`;
  const now = systemClock.now();
  const { before, after } = await inTransaction(app.db, async (tx) => {
    const [before] = await readRows(tx, row);
    if (!before) throw new Error("the fan is in no show");
    const lease = { keeper: before.keeper, now, leaseUntil: new Date(now.getTime() + 5_000) };
    const earlier = { servedMs: before.ms - 1_000, units: before.units - before.rate, pause: null };
    const { size } = await keepProgress(tx, lease, [{ id: before.id, rate: before.rate, ...earlier }]);
    expect(size, "it keeps this show").toBe(1);
    return { before, after: (await readRows(tx, row))[0] };
  });
  expect(before.ms).toBeGreaterThanOrEqual(2_000);
  expect(after).toEqual(before);
});

test("R-OPEN-63: the end of a show charges what has flowed until then, not until the last report", async () => {
  const { fan, model, begin } = await scene(2_000);
  await begin();
  kept(await watch(app, await playbackOf(fan, model)));
  await served(fan, 1);
  const known = (await app.media.flows(model.login)).flatMap(({ flowed }) => flowed);
  const { id } = await leave(fan);
  const ended = sql<{ ms: string }>`select served_ms as ms from live.participant where id = ${id}`;
  const [row] = await readRows(app.db, ended);
  expect(Number(row?.ms)).toBeGreaterThanOrEqual(known.reduce((sum, { flowedMs }) => sum + flowedMs, 0));
});

test(
  "R-OPEN-63: the receipt's email is in the fan's language and shows what the tokens cost them",
  {
    timeout: 60_000,
  },
  async () => {
    const { fan, model, begin } = await scene(0, { cap_tokens: 20 });
    await app.call("POST", "/api/fan/set-language", { as: fan, body: { language: "es" } });
    const { packages } = (await app.call("GET", "/api/token-packages", { as: fan })).body.data as {
      packages: { id: number; price: number; tokens: number }[];
    };
    const pack = packages.find(({ tokens }) => tokens >= 600);
    if (!pack) throw new Error("no package covers a minute");
    const order = { ...validRequest(pack), email: `${fan.login}@example.test` };
    const bought = await app.call("POST", "/api/payments/process", { as: fan, body: order });
    expect(bought.body).toMatchObject({ status: "completed" });
    await begin();
    const page = kept(await listen(app, [`person:${fan.id}`], fan));
    kept(await watch(app, await playbackOf(fan, model)));
    const { show } = await page.event("ShowEnded");
    const { money, tokens } = await receiptOf(fan, show.id);
    const cents = Math.round((20 * pack.price * 100) / pack.tokens);
    expect({ tokens, cents: Math.round(money.amount * 100) }).toEqual({ tokens: 20, cents });
    const mail = await until(
      async () =>
        (await app.modules.mailer.outbox(app.db)).find(({ subject }) =>
          subject.startsWith("Recibo de tu show"),
        ),
      "the receipt's mail",
    );
    expect(mail.to).toContain(fan.login);
    expect(mail.subject).toBe("Recibo de tu show");
    for (const words of [
      `Tuviste un show privado con ${model.login}.`,
      "Tiempo con video: 00:02.",
      "2 segundos a 600 tokens por minuto: 20 tokens.",
      `Cobrado: 20 tokens, con un valor de $${(cents / 100).toFixed(2)}. No se cobró nada mientras no había video`,
      "En tus movimientos: #",
    ])
      expect(mail.text).toContain(words);
  },
);

test(
  "R-OPEN-63, R-OPEN-64: the show ends to the second where tokens or the fan's limit end, never below zero",
  {
    timeout: 120_000,
  },
  async () => {
    const poor = await scene(600);
    await poor.begin();
    await app.call("POST", `/api/fan/pay-tips-to-model/${poor.model.id}`, {
      as: poor.fan,
      body: { amount: 1 },
      key: randomUUID(),
    });
    expect(await balanceOf(poor.fan), "what is set aside cannot be spent twice").toBe(0);
    await leave(poor.fan);

    const capped = await scene(1_000, { cap_tokens: 40 });
    await capped.begin();
    expect(await balanceOf(capped.fan)).toBe(960);
    const page = kept(await listen(app, [`person:${capped.fan.id}`], capped.fan));
    kept(await watch(app, await playbackOf(capped.fan, capped.model)));
    expect(await page.event("ShowEnded")).toMatchObject({
      reason: "cap_reached",
      show: { spent: 40, served_seconds: 4, cap: { tokens: 40 } },
    });
    expect(await balanceOf(capped.fan)).toBe(960);
    expect(await earned(capped.model)).toBe(40);

    const timed = await scene(1_000, { cap_seconds: 3 }, { minimum: 100 });
    await timed.begin();
    const pages = kept(await listen(app, [`person:${timed.fan.id}`], timed.fan));
    kept(await watch(app, await playbackOf(timed.fan, timed.model)));
    expect(await pages.event("ShowEnded")).toMatchObject({
      reason: "cap_reached",
      show: { served_seconds: 3, minimum: 100, spent: 100 },
    });
    for (const { fan } of [poor, capped, timed]) expect(await openHolds(fan)).toBe(0);
  },
);

for (const mode of ["private", "vip"] as const)
  test(
    `R-OPEN-60, R-OPEN-66, R-LIVE-10: nobody but its people gets one packet, event or message of a ${mode} show`,
    {
      timeout: 120_000,
    },
    async () => {
      const { fan, model, air, begin } = await scene(3_000, { mode });
      const [other, third] = [await app.fan(3_000), await app.fan()];
      const room = `room:${model.login}` as const;
      const outsider = kept(await listen(app, [room, "public", `person:${other.id}`], other));
      const before = kept(await watch(app, await playbackOf(other, model)));
      await until(() => before.rtp.length > 20, "the public picture");
      const spare = await playbackOf(other, model);
      const startedAt = await begin();
      air.show.repaint(ofShow);
      await until(() => outsider.messages.some(([kind]) => kind === "cut"), "the room to be closed");
      const fans = kept(await watch(app, await playbackOf(fan, model)));
      await until(() => sentAfter(fans, startedAt).length > 100, "the show's picture");
      expect(sentAfter(before, startedAt), "not one packet after the start was answered").toEqual([]);
      await expect(watch(app, spare)).rejects.toThrow("refused: 403");
      expect((await enter(other, model)).body.code).toBe("in_show");
      expect((await app.call("POST", `/api/stream/${model.login}/playback`, { as: other })).status).toBe(409);
      const again = kept(await listen(app, [room], other));
      expect(again.messages.some(([kind]) => kind === "refused")).toBe(true);
      const say = (body: string) =>
        app.call("POST", `/api/stream/${model.login}/message`, {
          as: fan,
          body: { body, client_message_id: randomUUID() },
        });
      expect((await say("only for you")).status).toBe(201);

      if (mode === "private") {
        const spied = (await spyOn(other, model)).body.show as ShowState;
        expect(spied).toMatchObject({ role: "spy", state: "paused" });
        const spy = kept(await watch(app, await playbackOf(other, model)));
        await until(() => sentAfter(spy, startedAt).length > 100, "the spy's picture");
        await served(other, 3);
        expect(await showOf(other), "the first ten seconds are free").toMatchObject({ spent: 0 });
        expect((await spyOn(third, model, { free_only: true })).status, "and need no token").toBe(201);
        await leave(third);
        await leave(other);
        const leftAt = air.show.newestTimestamp();
        await until(() => sentAfter(fans, leftAt).length > 100, "the show to go on");
        expect(sentAfter(spy, leftAt), "not one packet after the spy has left").toEqual([]);
        expect(await balanceOf(other)).toBe(3_000);
      } else expect((await spyOn(other, model)).status).toBe(409);

      const used = await playbackOf(fan, model);
      // A fan who comes is sent a keyframe, which is not to be there for the next one.
      const last = kept(await watch(app, used));
      await until(() => painted(last, ofShow).length > 0, "the show's keyframe");
      air.show.pause();
      await leave(fan);
      const endedAt = air.show.newestTimestamp();
      air.show.repaint(1);
      const anybody = kept(await watch(app, await playbackOf(third, model)));
      air.show.resume();
      await until(() => sentAfter(anybody, endedAt).length > 50, "the public picture");
      for (const viewer of [fans, last])
        expect(sentAfter(viewer, endedAt), "the show's playback is over").toEqual([]);
      expect(painted(anybody, ofShow).length, "packets from before the end").toBe(0);
      await expect(watch(app, used), "a token of the show opens nothing").rejects.toThrow("refused: 403");
      const after = await enter(other, model);
      expect(JSON.stringify([after.body.chat, outsider.messages, again.messages])).not.toContain(
        "only for you",
      );
      const received = JSON.stringify(outsider.messages);
      for (const name of ["ShowStarted", "ShowMeter", "ShowRequested"])
        expect(mode === "private" ? "" : received, name).not.toContain(name);
    },
  );
