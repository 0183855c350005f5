import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { TicketDetails } from "#contract/admin-tickets.ts";
import type { GalleryPicture } from "#contract/gallery.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";
import { until } from "#testing/until.ts";

const app = testApp();
const chats = chatClient(app);

/** One person's report of something, as staff work on it. */
async function reported(by: Person, staff: Person, about: string, id: number) {
  const body = { about, id, reason: "scam", client_id: randomUUID() };
  const made = await app.call("POST", "/api/reports", { as: by, body });
  expect(made.status).toBe(201);
  const { rows } = await app.modules.support.tickets({ state: "waiting", page: 1 });
  const ticketId = rows.find(({ number }) => number === made.body.number)?.id ?? 0;
  const path = `/api/admin/tickets/${ticketId}`;
  const ticket = async () => (await app.call("GET", path, { as: staff })).body as unknown as TicketDetails;
  return {
    id: ticketId,
    ticket,
    remove: (refund_buyers: boolean) =>
      app.call("POST", `${path}/remove`, {
        as: staff,
        body: { reason: "Not as sold.", client_id: randomUUID(), refund_buyers },
      }),
    decide: (refund_buyers: boolean, outcome = "removed") =>
      app.call("POST", `${path}/decide`, {
        as: staff,
        body: {
          ...{ client_id: randomUUID(), outcome, reason: "Not as sold.", answer: "Thanks." },
          refund_buyers,
        },
      }),
    appeal: (as: Person) =>
      app.call("POST", `/api/decisions/${String(made.body.number)}/appeal`, {
        as,
        body: { text: "It is as sold." },
      }),
  };
}

/** A video for 30 tokens that two fans with 100 tokens each have bought, and that both of them report. */
async function reportedTwice() {
  const model = await app.model();
  const item = await createItem(app, model, { title: "Elsewhere", price: 30 });
  const fans = [await app.fan(100), await app.fan(100)] as const;
  for (const as of fans) {
    const bought = await app.call("POST", "/api/fan/buy-attachment", { as, body: { attachment_id: item } });
    expect(bought.status).toBe(200);
  }
  const first = await reported(fans[0], await app.staff(), "video", item);
  const second = await reported(fans[1], await app.staff(), "video", item);
  return {
    ...{ model, fans, item, first, second },
    /**
     * The balances of both buyers and the model once everything ordered is given back, and how often a buyer got
     * something.
     */
    async balances() {
      for (const { ticket } of [first, second])
        await until(async () => (await ticket()).refunds.waiting === 0);
      const { wallet } = app.modules;
      const returns = await wallet.entireStatement(app.db, { kind: "fan", id: fans[0].id }, {});
      return {
        fans: await Promise.all(fans.map(({ id }) => wallet.balance(app.db, { kind: "fan", id }))),
        model: await wallet.balance(app.db, { kind: "model", id: model.id }),
        returns: returns.filter(({ type }) => type === "refund").length,
      };
    },
  };
}

const everythingBack = { fans: [100, 100], model: 0, returns: 1 };
const nothingBack = { fans: [70, 70], model: 60, returns: 0 };
const removedAlready = { status: 409, body: { code: "removed_already" } };

test("who bought what went by another report without it gets their tokens back by a decision that orders so, once", async () => {
  const { first, second, balances } = await reportedTwice();
  expect((await first.remove(false)).status).toBe(200);
  expect(await second.ticket()).toMatchObject({ removable: false, sold: { buyers: 2, tokens: 60 } });
  expect(await second.remove(true)).toMatchObject(removedAlready);
  expect(await balances()).toEqual(nothingBack);
  expect((await second.decide(true)).status).toBe(200);
  expect(await balances()).toEqual(everythingBack);
  const none = { buyers: 0, tokens: 0 };
  expect(await second.ticket()).toMatchObject({ sold: none, refunds: { buyers: 2, tokens: 60 } });
  expect(await first.ticket(), "which did not give it").toMatchObject({ sold: none, refunds: { buyers: 0 } });
});

test("without that order a decision about what went by another report gives nobody anything", async () => {
  const { first, second, balances } = await reportedTwice();
  await first.remove(false);
  expect((await second.decide(false)).status).toBe(200);
  expect(await balances()).toEqual(nothingBack);
});

test("what another report gives back is not offered again, and a decision that orders it gives nothing twice", async () => {
  const { first, second, balances } = await reportedTwice();
  await first.remove(true);
  expect(await second.ticket()).toMatchObject({ removable: false, sold: { buyers: 0, tokens: 0 } });
  expect((await second.decide(true)).status).toBe(200);
  expect(await balances()).toEqual(everythingBack);
  expect((await second.ticket()).refunds.buyers).toBe(0);
  expect((await first.decide(true)).status, "what this report gives already").toBe(200);
  expect(await balances()).toEqual(everythingBack);
});

test("a decision gives those back what they paid to whom it was not given before", async () => {
  const { first, second, balances } = await reportedTwice();
  await first.remove(false);
  await sql`
    insert into support.refund (transfer_id, ticket_id, fan_id, model_id, tokens, ordered_at)
    select purchase.transfer_id, ${first.id}, purchase.fan_id, item.model_id, purchase.price, now()
    from content.purchase as purchase join content.item as item on item.id = purchase.item_id
    where item.id = ${(await first.ticket()).about_id} order by purchase.transfer_id limit 1`.execute(app.db);
  expect((await second.ticket()).sold).toEqual({ buyers: 1, tokens: 30 });
  expect((await second.decide(true)).status).toBe(200);
  await app.modules.support.resumeRefunds();
  expect(await balances()).toEqual(everythingBack);
  expect([(await first.ticket()).refunds.buyers, (await second.ticket()).refunds.buyers]).toEqual([1, 1]);
});

/** Takes steps at once that all wait for the video, which is theirs in this order. */
async function inTurn<Answer>(item: number, steps: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  await app.withTransaction(async (tx) => {
    await sql`select from content.item where id = ${item} for update`.execute(tx);
    for (const step of steps) {
      answers.push(step());
      await until(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%"item"%'`.execute(
          app.owner,
        );
        return rows.length >= answers.length;
      }, `${answers.length} steps to wait for the video`);
    }
  });
  return Promise.all(answers);
}

test("of two staff who decide about one thing at once both remove it, and each buyer gets their tokens back once", async () => {
  const { item, first, second, balances } = await reportedTwice();
  const decided = await inTurn(item, [() => first.decide(true), () => second.decide(true)]);
  expect(decided.map(({ status }) => status)).toEqual([200, 200]);
  expect(await balances()).toEqual(everythingBack);
});

test.each([true, false])(
  "of two staff one of whom gives nothing back, the other's order is carried out, also when it comes second: %s",
  async (isSecond) => {
    const { item, first, second, balances } = await reportedTwice();
    const steps = [() => first.remove(false), () => second.decide(true)];
    const done = await inTurn(item, isSecond ? steps : steps.toReversed());
    const [removed, ordered] = isSecond ? done : done.toReversed();
    expect(ordered?.status).toBe(200);
    expect(removed).toMatchObject(isSecond ? { status: 200 } : removedAlready);
    expect(await balances()).toEqual(everythingBack);
  },
);

test("what its model withdrew is taken from its buyers by one report, and given back by another; what nobody bought is just gone", async () => {
  const { model, item, first, second, balances } = await reportedTwice();
  const withdraw = (id: number) => app.call("DELETE", `/api/studio/content/${id}`, { as: model });
  const unsold = await createItem(app, model, { title: "Unsold" });
  const other = await reported(await app.fan(), await app.staff(), "video", unsold);
  for (const id of [item, unsold]) expect((await withdraw(id)).status).toBeLessThan(300);
  expect((await first.ticket()).removable).toBe(true);
  expect((await first.remove(false)).status).toBe(200);
  expect((await second.decide(true)).status).toBe(200);
  expect(await balances()).toEqual(everythingBack);
  expect(await other.ticket()).toMatchObject({ removable: false, sold: { buyers: 0 } });
  expect((await other.decide(true)).status, "nobody gets less than was ordered").toBe(200);
});

test("on appeal a decision gives back what went by another report meanwhile", async () => {
  const { model, first, second, balances } = await reportedTwice();
  expect((await second.decide(false, "warned")).status).toBe(200);
  await first.remove(false);
  expect((await second.appeal(model)).status).toBe(200);
  const last = await app.call("POST", `/api/admin/tickets/${second.id}/decide`, {
    as: await app.staff(),
    body: {
      ...{ client_id: randomUUID(), outcome: "removed", reason: "Not as sold.", answer: "Thanks." },
      refund_buyers: true,
    },
  });
  expect(last.status).toBe(200);
  expect(await balances()).toEqual(everythingBack);
});

test("nothing is offered to be removed that went by another report", async () => {
  const [fan, other, model] = [await app.fan(100), await app.fan(100), await app.model()];
  const staff = await app.staff();
  await app.modules.rooms.publisherTurned(model.login, "started");
  const post = await createItem(app, model, { kind: "post", title: "Letter", price: 10 });
  for (const as of [fan, other])
    expect((await app.call("POST", `/api/fan/buy-post/${post}`, { as, body: {} })).status).toBe(200);
  const commented = await app.call("POST", `/api/posts/${post}/comments`, {
    as: model,
    body: { text: "Pay me elsewhere", client_id: randomUUID() },
  });
  const drawn = sharp({ create: { width: 90, height: 60, channels: 3, background: "#456" } });
  const bytes = new Uint8Array(await drawn.png().toBuffer());
  const picture = new FormData();
  picture.append("picture", new Blob([bytes], { type: "image/png" }), "me.png");
  const added = await app.call("POST", "/api/studio/gallery", { as: model, body: picture });
  const line = await app.call("POST", `/api/stream/${model.login}/message`, {
    as: model,
    body: { body: "Pay me elsewhere", client_message_id: randomUUID() },
  });
  const things = {
    line: Number(line.body.id),
    picture: (added.body.pictures as GalleryPicture[])[0]?.id ?? 0,
    comment: Number(commented.body.id),
    post,
  };
  for (const [about, id] of Object.entries(things)) {
    const [one, two] = [await reported(fan, staff, about, id), await reported(other, staff, about, id)];
    expect((await two.ticket()).removable, about).toBe(true);
    expect((await one.remove(false)).status, about).toBe(200);
    expect((await two.ticket()).removable, about).toBe(false);
  }
  const chatId = (await chats.open(fan, model)).body.id;
  const message = await reported(fan, staff, "message", (await chats.answer(model, chatId, "Hm")).body.id);
  expect((await message.ticket()).removable).toBe(true);
  await app.call("DELETE", `/api/studio/messages/${(await message.ticket()).about_id}`, { as: model });
  expect((await message.ticket()).removable, "its author took it back").toBe(false);
});
