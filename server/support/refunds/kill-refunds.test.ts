import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { TicketDetails } from "#contract/admin-tickets.ts";
import type { NotificationsPage } from "#contract/notifications.ts";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { type Member, registerListedModel, registerMember } from "#testing/app/members.ts";
import { lockBarrier } from "#testing/database/lock-barrier.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { appProcesses, type NamedApp } from "#testing/processes/app-processes.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const apps = appProcesses(database);
const wallet = createWallet();
const [price, opening] = [30, 100];

const balance = (kind: "fan" | "model", { id }: Member) => wallet.balance(database.db, { kind, id });
const balances = (fans: readonly Member[]) => Promise.all(fans.map((fan) => balance("fan", fan)));
const refunds = async (fan: Member) =>
  (await wallet.entireStatement(database.db, { kind: "fan", id: fan.id }, {}))
    .filter(({ type }) => type === "refund")
    .map(({ tokens }) => tokens);
const given = async () =>
  readRows(
    database.db,
    sql<{ fan_id: number; from_model: number; from_platform: number }>`
      select fan_id, from_model, from_platform from support.refund where returned_at is not null order by transfer_id`,
  );
/** Holds a fan's account: who moves their tokens stands still in the middle of a transaction. */
const holdAccount = ({ id }: Member) =>
  lockBarrier(database.owner, (tx) =>
    sql`select from wallet.account where kind = 'fan' and owner_id = ${id} for update`.execute(tx),
  );

/** A post for 30 tokens that five fans bought one after the other; their model was paid out what two of them paid. */
async function soldPost(app: NamedApp) {
  const model = await registerListedModel(app, database.db);
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#a33" } })
    .png()
    .toBuffer();
  const form = new FormData();
  for (const [name, value] of Object.entries({ kind: "post", title: "Elsewhere", price: String(price) }))
    form.set(name, value);
  form.set("media", new Blob([new Uint8Array(picture)]), "red.png");
  const published = await app.call("POST", "/api/studio/content", { as: model, body: form });
  expect(published.status).toBe(201);
  const postId = Number(published.body.id);
  const fans: Member[] = [];
  for (let n = 0; n < 5; n++) {
    const fan = await registerMember(app);
    const to = { kind: "fan", id: fan.id } as const;
    await inTransaction(database.db, (tx) =>
      wallet.issue(tx, { key: `opening:${n}`, to, tokens: opening, kind: "opening", reason: "opening" }),
    );
    const bought = await app.call("POST", `/api/fan/buy-post/${postId}`, { as: fan, body: {} });
    expect(bought.status).toBe(200);
    fans.push(fan);
  }
  const paid = await inTransaction(database.db, (tx) =>
    wallet.payOut(tx, {
      ...{ key: "payout", modelId: model.id, tokens: 2 * price, reason: "paid" },
      before: new Date(Date.now() + 60_000),
    }),
  );
  expect(paid.ok).toBe(true);
  return { model, fans, postId };
}

/** Staff, and the report of a post in their hands. */
async function reportOf(app: NamedApp, by: Member, postId: number) {
  const staff = await registerMember(app);
  await sql`update accounts.account set role = 'admin' where id = ${staff.id}`.execute(database.owner);
  const body = { about: "post", id: postId, reason: "scam", client_id: randomUUID() };
  expect((await app.call("POST", "/api/reports", { as: by, body })).status).toBe(201);
  const [ticket] = await readRows(database.db, sql<{ id: number }>`select id from support.ticket`);
  const path = `/api/admin/tickets/${String(ticket?.id)}`;
  const removal = { reason: "Not as sold.", client_id: randomUUID(), refund_buyers: true };
  return {
    remove: (through: NamedApp) => through.call("POST", `${path}/remove`, { as: staff, body: removal }),
    read: async (through: NamedApp) =>
      (await through.call("GET", path, { as: staff })).body as unknown as TicketDetails,
  };
}

test(
  "kill -9 amid the refunds of what staff removed, out of the model's earnings and again out of the platform's: every buyer has their tokens back once",
  {
    timeout: 150_000,
  },
  async () => {
    const first = await apps.start();
    const { model, fans, postId } = await soldPost(first);
    const [reporter, , third, , last] = fans;
    if (!reporter || !third || !last) throw new Error("five fans were to buy");
    const report = await reportOf(first, reporter, postId);

    // Two have their tokens back; the third refund stands still between the ledger and the note of it.
    const atThird = await holdAccount(third);
    expect((await report.remove(first)).status).toBe(200);
    await atThird.reached(first.name, 1);
    const firstKilled = first.kill();
    await atThird.release();
    await firstKilled;
    expect(await given()).toHaveLength(2);
    expect(await balances(fans)).toEqual([opening, opening, ...Array(3).fill(opening - price)]);

    // The next start goes on without being asked, and dies while the platform gives what the model does not have any more.
    const atLast = await holdAccount(last);
    const second = await apps.start();
    await atLast.reached(second.name, 1);
    const secondKilled = second.kill();
    await atLast.release();
    await secondKilled;
    expect(await given()).toHaveLength(4);
    expect(await balances(fans)).toEqual([...Array(4).fill(opening), opening - price]);

    // The jobs that both left behind run beside the third's own, and staff press again.
    const app = await apps.start();
    await apps.releaseLostWork();
    expect((await report.remove(app)).status).toBe(200);
    await until(async () => (await given()).length === fans.length, "every refund");
    await until(async () => {
      const left = sql`select from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
      where task.identifier = 'return_tokens_of_removed'`;
      return (await readRows(database.owner, left)).length === 0;
    }, "the jobs of all three to end");
    expect(await balances(fans)).toEqual(Array(5).fill(opening));
    for (const fan of fans) expect((await refunds(fan)).toSorted((a, b) => a - b)).toEqual([price]);
    expect(await balance("model", model)).toBe(0);
    expect((await report.read(app)).refunds).toEqual({
      ...{ buyers: 5, tokens: 5 * price, waiting: 0, by_platform: 2 * price },
    });
    for (const fan of fans) {
      const notifications = await until(async () => {
        const { body } = await app.call("GET", "/api/fan/notifications", { as: fan });
        const items = (body as unknown as NotificationsPage).data;
        const about = items.filter(({ kind }) => kind === "content_refunded");
        return about.length > 0 ? about : undefined;
      }, "the notification of the refund");
      expect(notifications).toHaveLength(1);
    }
  },
);
