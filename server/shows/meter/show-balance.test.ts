import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { listen, type RealtimeClient } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { closeAfterEach } from "#testing/close-after-each.ts";
import { showCalls } from "#testing/rooms/show-calls.ts";
import { chargeSliceAndNotify } from "./show-money.ts";

const app = testApp();
const kept = closeAfterEach();
let model: Person;
let fan: Person;
beforeEach(async () => {
  [model, fan] = [await app.model(), await app.fan(1_000)];
  await app.modules.rooms.publisherTurned(model.login, "started");
});
const { accepted, balanceOf, leave, showNow, spy } = showCalls(app, () => ({ model, fan }));

type Page = RealtimeClient & { of: number };
const pageOf = async (as: Person): Promise<Page> => ({
  ...kept(await listen(app, [`person:${as.id}`], as)),
  of: as.id,
});
const showIdOf = async (as: Person) => (await showNow(as))?.id ?? 0;
const tip = (as: Person, amount: number) =>
  app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, { as, body: { amount }, key: randomUUID() });

/** A meter that has served so many seconds, all at one rate. */
const meterAt = (seconds: number, rate: number, freeSeconds: number) => ({
  servedMs: seconds * 1000,
  limitMs: null,
  pause: null,
  fanAbsentMs: 0,
  price: { rate, freeSeconds, units: (seconds - freeSeconds) * rate, spent: 0, held: 0, capTokens: null },
});
const slice = (id: number, seconds: number, rate: number, freeSeconds = 0) =>
  chargeSliceAndNotify(app.modules, committed, id, meterAt(seconds, rate, freeSeconds));
const committed = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(app.db, work);

/** The balances that a fan's page was sent because of shows, with the transfers that left them; a show's end has none. */
async function sentTo(page: Page): Promise<(readonly [balance: number, transferId: number | null])[]> {
  await app.relay.drain();
  // An event that comes behind everything that was sent by now.
  const reason = randomUUID();
  app.modules.realtime.publish(`person:${page.of}`, "BalanceChanged", {
    balance: 0,
    reason,
    transfer_id: null,
  });
  await page.event("BalanceChanged", (last) => last.reason === reason);
  const sent = page.events("BalanceChanged").filter(({ reason }) => reason === "show");
  return sent.map(({ balance, transfer_id: id }) => [balance, id === null ? null : Number(id)]);
}

/** The fan's balance in the ledger right after each time that tokens were set aside for a show. */
async function setAside({ id }: Person): Promise<(readonly [balance: number, transferId: number])[]> {
  const { rows } = await app.modules.wallet.statement(app.db, { kind: "fan", id }, { page: 1 });
  const holds = rows.filter(({ type }) => type === "hold").reverse();
  return holds.map(({ balance_after, transfer_id }) => [balance_after, transfer_id]);
}

test("R-NAV-04, R-OPEN-63: what a show sets aside is read with the profile, and sent to its fan alone", async () => {
  const heldNow = async () => {
    const { balance, held } = (await app.call("GET", "/api/fan/profile", { as: fan })).body;
    return [balance, held];
  };
  expect(await heldNow()).toEqual([1_000, 0]);
  const [page, models] = [await pageOf(fan), await pageOf(model)];
  await accepted();
  expect((await page.event("ShowStarted")).held).toBe(60);
  expect(await models.event("ShowStarted")).not.toHaveProperty("held");
  expect(await heldNow()).toEqual([940, 60]);
  await slice(await showIdOf(fan), 40, 60);
  expect(await heldNow(), "what was served is paid for, and a minute set aside again").toEqual([900, 60]);
  await leave();
  expect(await heldNow()).toEqual([960, 0]);
});

for (const [mode, rate] of [
  ["private", 60],
  ["vip", 90],
] as const)
  test(`R-NAV-04, R-OPEN-63: who pays for a ${mode} show is sent their balance whenever tokens are set aside for it`, async () => {
    const page = await pageOf(fan);
    await accepted(fan, { mode, rate });
    const id = await showIdOf(fan);
    await slice(id, 40, rate);
    expect((await tip(fan, 10)).status).toBe(200);
    await slice(id, 80, rate);
    const minute = 1_000 - rate;
    const spent = (rate * 40) / 60;
    const balances = [minute, minute - spent, minute - 2 * spent - 10];
    const held = await setAside(fan);
    expect(held.map(([balance]) => balance)).toEqual(balances);
    expect(await sentTo(page)).toEqual(held);
    await leave();
    expect(await sentTo(page)).toEqual([...held, [990 - 2 * spent, null]]);
    expect(await balanceOf(fan)).toBe(990 - 2 * spent);
  });

test("R-NAV-04, R-OPEN-66: a spy is sent their balance once the free look is over, and nobody is sent another's", async () => {
  await accepted();
  const other = await app.fan(200);
  const [page, payerPage] = [await pageOf(other), await pageOf(fan)];
  await spy(other);
  const id = await showIdOf(other);
  await slice(id, 9, 20, 10);
  expect(await sentTo(page), "free seconds set nothing aside").toEqual([]);
  await slice(id, 10, 20, 10);
  await slice(id, 46, 20, 10);
  const held = await setAside(other);
  expect(held.map(([balance]) => balance)).toEqual([180, 168]);
  expect(await sentTo(page)).toEqual(held);
  expect(await sentTo(payerPage)).toEqual([]);
});

test("R-NAV-04, R-OPEN-63: where nothing more is set aside, or it is taken back, no balance is sent", async () => {
  const poor = await app.fan(60);
  const page = await pageOf(poor);
  await accepted(poor);
  const id = await showIdOf(poor);
  await slice(id, 40, 60);
  const begun = await sentTo(page);
  expect(begun.map(([balance]) => balance)).toEqual([0]);
  await app.topUp(poor, 100);
  const undoing = <T>(work: (tx: Tx) => Promise<T>) =>
    inTransaction<T>(app.db, async (tx) => {
      await work(tx);
      throw new Error("the process dies");
    });
  const undone = chargeSliceAndNotify(app.modules, undoing, id, meterAt(50, 60, 0));
  await expect(undone).rejects.toThrow("dies");
  expect(await sentTo(page)).toEqual(begun);
  expect(await balanceOf(poor)).toBe(100);
});

test("R-NAV-04, R-OPEN-63: slices that come at once send each balance once, and the show's end sends the last one", async () => {
  const page = await pageOf(fan);
  await accepted();
  const id = await showIdOf(fan);
  await Promise.all([slice(id, 40, 60), slice(id, 40, 60), tip(fan, 5)]);
  await leave();
  const sent = await sentTo(page);
  // Two that commit at once may be sent in either order: the page puts none before a later transfer's.
  expect(sent.slice(0, -1).sort(([, a], [, b]) => Number(a) - Number(b))).toEqual(await setAside(fan));
  expect(sent.at(-1)).toEqual([955, null]);
});
