import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { TicketDetails } from "#contract/admin-tickets.ts";
import type { NotificationsPage } from "#contract/notifications.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { bearer } from "#testing/app/api-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";
import { emailTo } from "#testing/email/inbox.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";
import { massClient } from "#testing/messaging/mass-client.ts";
import { until } from "#testing/until.ts";

const app = testApp();
const mass = massClient(app);
const chats = chatClient(app);

/** A video for 30 tokens that some fans with 100 tokens each have bought, reported by the first. */
async function soldVideo(buyers: number) {
  const [model, staff] = [await app.model(), await app.staff()];
  await sql`update accounts.account set validation = 'confirmed' where id = ${model.id}`.execute(app.db);
  const id = await createItem(app, model, { kind: "video", title: "Elsewhere", price: 30 });
  const fans = await Promise.all(Array.from({ length: buyers }, () => app.fan(100)));
  for (const as of fans) {
    const bought = await app.call("POST", "/api/fan/buy-attachment", { as, body: { attachment_id: id } });
    expect(bought.status).toBe(200);
  }
  const made = await app.call("POST", "/api/reports", {
    as: fans[0] ?? staff,
    body: { about: "video", id, reason: "scam", client_id: randomUUID() },
  });
  const { rows } = await app.modules.support.tickets({ state: "waiting", page: 1 });
  const path = `/api/admin/tickets/${rows.find(({ number }) => number === made.body.number)?.id ?? 0}`;
  const ticket = async () => (await app.call("GET", path, { as: staff })).body as unknown as TicketDetails;
  return {
    ...{ model, staff, fans, ticket },
    remove: (refund_buyers: boolean, as: Person = staff, client_id: string = randomUUID()) =>
      app.call("POST", `${path}/remove`, { as, body: { reason: "Not as sold.", client_id, refund_buyers } }),
    decide: (refund_buyers: boolean) =>
      app.call("POST", `${path}/decide`, {
        as: staff,
        body: {
          client_id: randomUUID(),
          outcome: "removed",
          reason: "Not as sold.",
          answer: "Thanks.",
          refund_buyers,
        },
      }),
    /** Until every buyer has what was ordered. */
    returned: () => until(async () => (await ticket()).refunds.waiting === 0),
  };
}

const balanceOf = (kind: "fan" | "model", { id }: Person) => app.modules.wallet.balance(app.db, { kind, id });
const lines = async (as: Person) =>
  (await app.modules.wallet.entireStatement(app.db, { kind: "fan", id: as.id }, {})).filter(
    ({ type }) => type === "refund",
  );

test("who bought what staff remove gets their tokens back once, from the model's earnings, and is notified", async () => {
  const { model, staff, fans, remove, returned, ticket } = await soldVideo(3);
  expect(await ticket()).toMatchObject({ sold: { buyers: 3, tokens: 90 }, refunds: { buyers: 0 } });
  expect(await balanceOf("model", model)).toBe(90);
  const client_id = randomUUID();
  const twice = await Promise.all([remove(true, staff, client_id), remove(true, staff, client_id)]);
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  await returned();
  expect((await ticket()).refunds).toEqual({ buyers: 3, tokens: 90, waiting: 0, by_platform: 0 });
  expect(await balanceOf("model", model)).toBe(0);
  for (const fan of fans) {
    expect(await balanceOf("fan", fan)).toBe(100);
    expect(await lines(fan)).toMatchObject([
      { tokens: 30, reason: "removed_content", counterpart: model.login },
    ]);
    const notification = await until(async () => {
      const { data } = (await app.call("GET", "/api/fan/notifications", { as: fan }))
        .body as unknown as NotificationsPage;
      return data.find(({ kind }) => kind === "content_refunded");
    });
    expect(notification.model?.login).toBe(model.login);
  }
  const mail = await emailTo(app, `${model.login}@example.test`, "We removed something you posted");
  expect(mail.text).toContain("Buyers get their tokens back out of your earnings.");
});

test("repeated and at once, after any step, each payment is given back once", async () => {
  const { model, fans, remove, ticket, returned } = await soldVideo(4);
  await remove(true);
  const again = async () => {
    await app.modules.support.resumeRefunds();
    const { id } = await ticket();
    await app.modules.support.queuedWork.return_tokens_of_removed?.({ ticketId: id });
  };
  await Promise.all([again(), again(), again()]);
  await returned();
  await again();
  expect(await balanceOf("model", model)).toBe(0);
  for (const fan of fans) expect([await balanceOf("fan", fan), (await lines(fan)).length]).toEqual([100, 1]);
});

test("what a model was paid out already is given by the platform; a buyer has the whole price", async () => {
  const { model, fans, remove, returned, ticket } = await soldVideo(2);
  const paid = await inTransaction(app.db, (tx) =>
    app.modules.wallet.payOut(tx, {
      ...{ key: `payout:${randomUUID()}`, modelId: model.id, tokens: 50, reason: "paid" },
      before: new Date(Date.now() + 60_000),
    }),
  );
  expect(paid.ok).toBe(true);
  await remove(true);
  await returned();
  expect((await ticket()).refunds).toEqual({ buyers: 2, tokens: 60, waiting: 0, by_platform: 50 });
  expect(await balanceOf("model", model)).toBe(0);
  for (const fan of fans) expect(await balanceOf("fan", fan)).toBe(100);
});

test("a decision to remove gives back too; without the choice nobody gets anything, nor does a later decision", async () => {
  const decided = await soldVideo(1);
  expect((await decided.decide(true)).status).toBe(200);
  await decided.returned();
  expect(await balanceOf("model", decided.model)).toBe(0);
  const kept = await soldVideo(1);
  expect((await kept.remove(false)).status).toBe(200);
  const late = { status: 409, body: { code: "removed_already" } };
  expect(await kept.decide(true), "an order that nobody would carry out").toMatchObject(late);
  expect((await kept.ticket()).decisions).toEqual([]);
  expect((await kept.decide(false)).status).toBe(200);
  expect((await kept.ticket()).refunds.buyers).toBe(0);
  expect(await balanceOf("model", kept.model)).toBe(30);
  expect(await lines(kept.fans[0] ?? kept.model)).toEqual([]);
});

/** A picture for 40 tokens in a message to three fans with 100 tokens each, bought by the first two, reported by the last. */
async function soldToMany() {
  const [model, staff] = [await app.model(), await app.staff()];
  const fans = await Promise.all([app.fan(100), app.fan(100), app.fan(100)]);
  for (const fan of fans) await mass.like(fan, model);
  const media_id = await mass.picture(model);
  const sent = await mass.send(model, { body: "the balcony", media_id, price: 40 });
  expect(sent.status).toBe(201);
  await mass.reaches(model, sent.body.id, "sent");
  const copies = await Promise.all(
    fans.map(async (fan) => {
      const { id } = (await chats.open(fan, model)).body;
      const [copy] = (await chats.messages(fan, id)).body.data;
      return { fan, message: copy?.id ?? 0, media: copy?.media?.id };
    }),
  );
  for (const { fan, media } of copies.slice(0, 2)) {
    const path = `/api/chat/buying-paid-media/${String(media)}`;
    const bought = await app.call("POST", path, { as: fan, body: {}, key: randomUUID() });
    expect(bought.status).toBe(200);
  }
  expect(await balanceOf("model", model)).toBe(80);
  const last = copies[2] ?? { fan: staff, message: 0 };
  const made = await app.call("POST", "/api/reports", {
    as: last.fan,
    body: { about: "message", id: last.message, reason: "scam", client_id: randomUUID() },
  });
  const { rows } = await app.modules.support.tickets({ state: "waiting", page: 1 });
  const path = `/api/admin/tickets/${rows.find(({ number }) => number === made.body.number)?.id ?? 0}`;
  const ticket = async () => (await app.call("GET", path, { as: staff })).body as unknown as TicketDetails;
  const remove = () => {
    const body = { reason: "Not as sold.", client_id: randomUUID(), refund_buyers: true };
    return app.call("POST", `${path}/remove`, { as: staff, body });
  };
  const returned = () => until(async () => (await ticket()).refunds.waiting === 0);
  return { model, fans, massId: sent.body.id, reportedId: last.message, ticket, remove, returned };
}

const bought = async (as: Person) => {
  const { body } = await app.call("GET", "/api/get-chat-purchased-content", { as });
  return body.data as { watchUrl: string }[];
};

test("a picture that was sold in a message to many is given back to all who bought it in their chats, and to nobody else", async () => {
  const { model, fans, ticket, remove, returned } = await soldToMany();
  expect((await ticket()).sold).toEqual({ buyers: 2, tokens: 80 });
  expect((await remove()).status).toBe(200);
  await returned();
  expect((await ticket()).refunds).toEqual({ buyers: 2, tokens: 80, waiting: 0, by_platform: 0 });
  expect(await balanceOf("model", model)).toBe(0);
  for (const fan of fans) expect(await balanceOf("fan", fan)).toBe(100);
});

test("what its model has taken back after a report is still taken from its buyers, who get their tokens back, once", async () => {
  for (const withdraw of [
    ({ model, massId }) => mass.recall(model, massId),
    ({ model, reportedId }) => app.call("DELETE", `/api/studio/messages/${reportedId}`, { as: model }),
  ] satisfies ((sold: Awaited<ReturnType<typeof soldToMany>>) => Promise<{ status: number }>)[]) {
    const sold = await soldToMany();
    const { model, fans, ticket, remove, returned } = sold;
    expect((await withdraw(sold)).status).toBe(200);
    expect((await ticket()).sold).toEqual({ buyers: 2, tokens: 80 });
    const kept = await Promise.all(fans.map(bought));
    expect(kept.map(({ length }) => length)).toEqual([1, 1, 0]);
    expect((await remove()).status).toBe(200);
    await returned();
    expect((await ticket()).refunds).toEqual({ buyers: 2, tokens: 80, waiting: 0, by_platform: 0 });
    expect(await balanceOf("model", model)).toBe(0);
    for (const fan of fans) expect([await balanceOf("fan", fan), await bought(fan)]).toEqual([100, []]);
    const link = await fetch(app.origin + String(kept[0]?.[0]?.watchUrl), { headers: bearer(fans[0]) });
    expect(link.status).toBe(403);
    expect((await remove()).body.code).toBe("removed_already");
  }
});

test("only staff give back, nobody changes what was given back, and no payment is written down twice", async () => {
  const { model, fans, remove, returned, ticket } = await soldVideo(1);
  for (const as of [model, ...fans]) expect((await remove(true, as)).status).toBe(403);
  expect((await ticket()).refunds.buyers).toBe(0);
  await remove(true);
  await returned();
  const { id } = await ticket();
  for (const statement of [
    sql`update support.refund set from_model = 0, from_platform = 30 where ticket_id = ${id}`,
    sql`delete from support.refund where ticket_id = ${id}`,
  ]) {
    await expect(statement.execute(app.db)).rejects.toThrow(/permission denied|stays as it was/);
    await expect(statement.execute(app.owner)).rejects.toThrow("stays as it was");
  }
  await expect(
    sql`insert into support.refund (transfer_id, ticket_id, fan_id, model_id, tokens, ordered_at)
      select transfer_id, ticket_id, fan_id, model_id, tokens, now() from support.refund where ticket_id = ${id}`.execute(
      app.db,
    ),
  ).rejects.toThrow("refund_pkey");
  await expect(
    sql`insert into support.refund (transfer_id, ticket_id, fan_id, model_id, tokens, ordered_at, from_model, from_platform,
        returned_at)
      values (999999, ${id}, 1, 2, 10, now(), 8, 3, now())`.execute(app.db),
  ).rejects.toThrow("never_more_than_paid");
});
