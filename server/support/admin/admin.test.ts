import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminBooks } from "#contract/admin-payments.ts";
import type { TokenPackage } from "#contract/payments.ts";
import { systemClock } from "#server/kit/clock.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { sendReport } from "#testing/payments/callbacks.ts";
import { type FakeProcessor, startFakeProcessor } from "#testing/payments/fakes.ts";
import { validRequest } from "#testing/payments/requests.ts";
import { subscribe } from "#testing/subscriptions/subscribe.ts";
import { until } from "#testing/until.ts";

let processor: FakeProcessor;
beforeAll(async () => {
  processor = await startFakeProcessor(() => app.origin, systemClock, 5_000);
});
const app = testApp(undefined, () => ({ gateways: { sandbox: processor.gateway } }));
afterAll(() => processor.app.close());

let staff: Person;
beforeAll(async () => {
  staff = await app.staff();
  await app.modules.payments.seed();
});

const asStaff = (method: "GET" | "POST", path: string, body?: object, key?: string) =>
  app.call(method, `/api/admin/${path}`, {
    as: staff,
    ...(body ? { body } : {}),
    ...(key ? { key } : {}),
  });
const act = (model: Person, action: string, reason = "a good reason", client_id: string = randomUUID()) =>
  asStaff("POST", `models/${model.id}/${action}`, { reason, client_id });
const log = async (target: string) =>
  (await asStaff("GET", `log?target=${target}`)).body.data as {
    action: string;
    staff: string;
    reason: string;
  }[];
const listed = async (model: Person) => {
  const { body } = await app.call("GET", `/api/video-chat-rooms?gender=1&search=${model.login}`);
  return (body.data as object[]).length === 1;
};
const profile = async (model: Person) => (await app.call("GET", `/api/model-profile/${model.login}`)).status;
async function liveModel(): Promise<Person> {
  const model = await app.model();
  await app.modules.rooms.publisherTurned(model.login, "started");
  return model;
}

test("R-OPEN-11: a suspended model's room and sessions end at once, and nobody finds the model", async () => {
  const model = await liveModel();
  const fan = await app.fan();
  const page = await listen(app, [`room:${model.login}`, "public"], fan);
  const modelEvents = await listen(app, [`room:${model.login}`], model);
  const { status, body } = await act(model, "suspend", "a minor may be shown");
  expect([status, body.suspended, body.status]).toEqual([200, true, "stopped"]);
  await page.event("StreamStopped", (event) => event.slug === model.login);
  expect((await app.call("GET", "/api/studio", { as: model })).status).toBe(401);
  expect((await app.call("GET", `/api/stream/${model.login}`, { as: fan })).status).toBe(404);
  expect([await listed(model), await profile(model)]).toEqual([false, 404]);
  expect(await log(`model:${model.id}`)).toMatchObject([
    { action: "suspend_model", staff: staff.login, reason: "a minor may be shown" },
  ]);
  page.close();
  modelEvents.close();
});

test("R-OPEN-11, R-OPEN-44: nobody is charged again for a model whom staff have suspended, and what is paid stays paid", async () => {
  const [model, other, fan] = [await app.model(), await app.model(), await app.fan()];
  const end = new Date(Date.now() + 86_400_000);
  for (const each of [model, other]) await subscribe(app.db, fan, each, end);
  await sql`update subscriptions.subscription set renews = true where fan_id = ${fan.id}`.execute(app.db);
  expect((await act(model, "suspend")).status).toBe(200);
  const canceled = await until(async () => {
    const steps = sql<{ model_id: number; source: string }>`
      select subscription.model_id, step.source from subscriptions.step as step
      join subscriptions.subscription as subscription on subscription.id = step.subscription_id
      where subscription.fan_id = ${fan.id} and step.kind = 'canceled'`;
    const { rows } = await steps.execute(app.db);
    return rows.length > 0 ? rows : null;
  }, "the job that ends renewals");
  expect(canceled).toEqual([{ model_id: model.id, source: "system" }]);
  const state = await app.modules.subscriptions.state(app.db, fan.id, model.id);
  expect(state.fanSubscribed).toBe(true);
});

test("R-OPEN-11: a suspended model cannot publish, and can again when restored", async () => {
  const model = await liveModel();
  const room = await app.modules.rooms.room(model.login);
  const publish = () =>
    fetch(`${app.origin}/whip/${model.login}`, {
      method: "POST",
      headers: { authorization: `Bearer ${room?.stream_key}`, "content-type": "application/sdp" },
      body: "v=0",
    }).then((answer) => answer.status);
  await act(model, "suspend");
  expect(await publish()).toBe(403);
  expect((await act(model, "suspend")).status).toBe(409);
  expect((await act(model, "restore")).body).toMatchObject({ suspended: false });
  expect(await publish()).not.toBe(403);
  expect([await listed(model), await profile(model)]).toEqual([true, 200]);
  expect((await act(model, "restore")).status).toBe(409);
  expect((await log(`model:${model.id}`)).map(({ action }) => action)).toEqual([
    "restore_model",
    "suspend_model",
  ]);
});

test("R-OPEN-11: staff cannot reopen an account that its owner has closed", async () => {
  const model = await app.model();
  await app.withTransaction((tx) =>
    sql`update accounts.account set status = 'blocked' where id = ${model.id}`.execute(tx),
  );
  expect((await act(model, "restore")).status).toBe(409);
  expect((await act(model, "suspend")).status).toBe(409);
  expect(await log(`model:${model.id}`)).toEqual([]);
});

test("R-OPEN-11: a hidden model is neither listed nor open to fans, and a suspension does not unhide one", async () => {
  const model = await liveModel();
  const fan = await app.fan();
  const enter = async () => (await app.call("GET", `/api/stream/${model.login}`, { as: fan })).status;
  await act(model, "hide");
  expect([await listed(model), await profile(model), await enter()]).toEqual([false, 404, 404]);
  await act(model, "suspend");
  await act(model, "restore");
  expect(await listed(model)).toBe(false);
  const found = await asStaff("GET", `models?state=hidden&search=${model.login}`);
  expect(found.body.data).toMatchObject([{ login: model.login, hidden: true, suspended: false }]);
  await act(model, "show");
  expect(await listed(model)).toBe(true);
});

test("R-OPEN-11: the viewers of a live model who is hidden are disconnected, and exchange no more messages with the room", async () => {
  const model = await liveModel();
  const fan = await app.fan();
  const page = await listen(app, [`room:${model.login}`, "public"], fan);
  const hidden = await act(model, "hide");
  expect([hidden.status, hidden.body.hidden, hidden.body.status]).toEqual([200, true, "stopped"]);
  await page.event("StreamStopped", (event) => event.slug === model.login);
  // The account is open: they may go live again, seen by nobody.
  expect((await app.call("GET", "/api/studio", { as: model })).status).toBe(200);
  await app.modules.rooms.publisherTurned(model.login, "started");
  // The job that ends a hidden model's stream should this process die leaves the new one alone.
  await app.relay.drain();
  const postMessage = (as: Person) =>
    app.call("POST", `/api/stream/${model.login}/message`, {
      as,
      body: { body: "hello", client_message_id: randomUUID() },
    });
  expect([(await postMessage(fan)).status, (await postMessage(model)).status]).toEqual([404, 201]);
  const again = await listen(app, [`room:${model.login}`], fan);
  expect(again.messages).toContainEqual(expect.arrayContaining(["refused", `room:${model.login}`]));
  expect(page.events("StreamBegan").filter(({ slug }) => slug === model.login)).toEqual([]);
  await act(model, "show");
  expect((await postMessage(fan)).status).toBe(201);
  for (const open of [page, again]) open.close();
});

const emailsTo = async (address: string) => {
  const { rows } = await app.withTransaction((tx) =>
    sql<{ subject: string; text_body: string }>`
      select subject, text_body from mail.message where address = ${address} order by id`.execute(tx),
  );
  return rows;
};

test("R-OPEN-11: a model is emailed the suspension and its end, each once, in their language and with the reason", async () => {
  for (const [language, suspended, restored] of [
    ["en", "Your account is suspended", "Your account is open again"],
    ["es", "Tu cuenta está suspendida", "Tu cuenta vuelve a estar abierta"],
  ] as const) {
    const model = await app.model();
    await app.modules.profiles.changeLanguage(model.id, language);
    const id = randomUUID();
    for (let twice = 0; twice < 2; twice++) await act(model, "suspend", "two people complained", id);
    expect((await act(model, "suspend", "another reason")).status).toBe(409);
    await act(model, "restore", "it was a mistake");
    const emails = await emailsTo(`${model.login}@example.test`);
    expect(emails.map(({ subject }) => subject)).toEqual([suspended, restored]);
    expect(emails[0]?.text_body).toContain("two people complained");
    expect(emails[0]?.text_body).toContain("http://127.0.0.1:1/contact");
    expect(emails[1]?.text_body).toContain("it was a mistake");
  }
});

test("R-OPEN-11: ending a show ends it, once, and needs a show and a reason", async () => {
  const model = await liveModel();
  const client_id = randomUUID();
  expect((await act(model, "end-show", "x")).status).toBe(422);
  const both = await Promise.all([1, 2].map(() => act(model, "end-show", "against the rules", client_id)));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[0]?.body.status).toBe("stopped");
  expect((await act(model, "end-show")).status).toBe(409);
  expect((await act(model, "end-show", "another reason", client_id)).status).toBe(409);
  expect(await log(`model:${model.id}`)).toHaveLength(1);
  expect((await act({ ...model, id: 999_999 }, "end-show")).status).toBe(404);
});

async function bought(fan: Person) {
  const packages = await app.call("GET", "/api/token-packages");
  const [pack] = (packages.body.data as { packages: TokenPackage[] }).packages;
  const body = validRequest(pack ?? { id: 0, price: 0 });
  const headers = { "x-forwarded-for": `198.18.0.${fan.id % 250}` };
  const paid = await app.call("POST", "/api/payments/process", { as: fan, body, headers });
  expect(paid.body).toMatchObject({ success: true, status: "completed" });
  return { id: String(paid.body.transaction_id), orderId: body.orderid };
}
const balance = (fan: Person) => app.modules.wallet.balance(app.db, { kind: "fan", id: fan.id });

test("R-OPEN-42: staff finds a payment by order, fan and id, and gives it back once, however often it is asked", async () => {
  const fan = await app.fan();
  const { id, orderId } = await bought(fan);
  for (const search of [id, orderId, fan.login, String(fan.id)]) {
    const { body } = await asStaff("GET", `payments?search=${search}`);
    expect(
      (body.data as { id: string }[]).map((row) => row.id),
      search,
    ).toContain(id);
  }
  expect((await asStaff("GET", "payments?search=nobodyatall")).body.data).toEqual([]);
  const key = randomUUID();
  const give = (reason: string, withKey: string) =>
    asStaff("POST", `payments/${id}/refund`, { reason }, withKey);
  const withCard = await give("stolen card 4242 4242 4242 4242", key);
  expect([withCard.status, withCard.body.errors]).toEqual([
    422,
    { reason: ["Please do not write a card number here"] },
  ]);
  const both = await Promise.all([give("charged twice", key), give("charged twice", key)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[0]?.body).toMatchObject({ state: "refunded", refundable: false, balance: 0 });
  expect(await give("charged twice", key)).toMatchObject({ status: 200 });
  expect((await give("another reason", key)).status).toBe(409);
  expect((await give("charged twice", randomUUID())).status).toBe(409);
  // An order id whose digits add up like those of a card is none.
  expect((await give("again, after TKN_1795262400009", randomUUID())).status).toBe(409);
  expect(await balance(fan)).toBe(0);
  const { body } = await asStaff("GET", `payments/${id}`);
  const taken = body.events as { to: string; source: string }[];
  expect(taken.filter(({ to }) => to === "refunded")).toHaveLength(1);
  expect(await log(`payment:${id}`)).toMatchObject([{ action: "refund_payment", reason: "charged twice" }]);
  const { text } = (await app.call("GET", "/metrics")).body;
  for (const outcome of ["succeeded", "refunded"])
    expect(text).toMatch(
      new RegExp(`^fanlight_payments_last_hour{gateway="sandbox",outcome="${outcome}"} [1-9]`, "m"),
    );
});

test("R-OPEN-42: a subscription's payments stand in the list, the books and the search beside those of tokens", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const { id: tokensId } = await bought(fan);
  await subscribe(app.db, fan, model, new Date(Date.now() + 86_400_000));
  const transaction = `cg${randomUUID()}`;
  const charged = sql<{ id: number; at: Date }>`
    insert into subscriptions.charge (subscription_id, gateway, transaction_id, amount_cents, currency, renewal, state,
      period_start, period_end, free_tokens, at)
    select id, gateway, ${transaction}, 999, 'USD', false, 'paid', started_at, expire_at, 0, now()
    from subscriptions.subscription where fan_id = ${fan.id} returning id, at`;
  const today = new Date().toISOString().slice(0, 10);
  const lineOf = async (step: string) =>
    ((await asStaff("GET", `books?day=${today}`)).body as AdminBooks).lines.find(
      (line) => line.kind === "subscription" && line.step === step,
    );
  const before = await lineOf("succeeded");
  const row = (await charged.execute(app.owner)).rows[0];
  const id = `sub-${row?.id}`;
  expect(await lineOf("succeeded")).toMatchObject({
    ...{ gateway: "test", currency: "USD", count: (before?.count ?? 0) + 1, tokens: 0 },
    amount: expect.closeTo((before?.amount ?? 0) + 9.99, 6),
  });
  const found = async (search: string) =>
    ((await asStaff("GET", `payments?search=${search}`)).body.data as { id: string }[]).map((one) => one.id);
  for (const search of [id, transaction]) expect(await found(search)).toEqual([id]);
  for (const search of [fan.login, String(fan.id)]) expect(await found(search)).toEqual([id, tokensId]);
  expect((await found("")).slice(0, 2)).toEqual([id, tokensId]);
  expect((await asStaff("GET", `payments/${id}`)).body).toMatchObject({
    ...{ id, kind: "subscription", order_id: transaction, fan: fan.login, state: "succeeded" },
    ...{ amount: 9.99, refundable: false, account: "open", debt: 0 },
  });
  const refund = await asStaff("POST", `payments/${id}/refund`, { reason: "asked for it" }, randomUUID());
  expect([refund.status, refund.body.code]).toEqual([409, "not_supported"]);
  expect((await asStaff("GET", "payments/sub-999999999")).status).toBe(404);
  expect((await asStaff("GET", "payments/sub-x")).status).toBe(404);
  await sql`update subscriptions.charge set state = 'refunded', returned_at = now() where id = ${row?.id}`.execute(
    app.owner,
  );
  const { body } = await asStaff("GET", `payments/${id}`);
  expect(body).toMatchObject({ state: "refunded" });
  expect((body.events as { to: string }[]).map(({ to }) => to)).toEqual(["succeeded", "refunded"]);
  expect(await lineOf("refunded")).toMatchObject({ count: 1, amount: 9.99 });
});

test("R-OPEN-42: the page of a payment shows that its fan's account is suspended or closed, and what they owe", async () => {
  const fan = await app.fan();
  const { id } = await bought(fan);
  const now = async () => {
    const { account, debt } = (await asStaff("GET", `payments/${id}`)).body;
    return [account, debt];
  };
  expect(await now()).toEqual(["open", 0]);
  const body = { reason: "threats in a chat", client_id: randomUUID() };
  expect((await asStaff("POST", `accounts/${fan.id}/suspend`, body)).status).toBe(200);
  expect((await now())[0]).toBe("suspended");
  await sql`update accounts.account set closed_at = now() where id = ${fan.id}`.execute(app.owner);
  expect((await now())[0]).toBe("closed");
});

test("R-OPEN-42: staff gives a part of a payment back, once for a key and a sum, and sees it in the page and the books", async () => {
  const fan = await app.fan();
  const { id } = await bought(fan);
  const tokens = await balance(fan);
  const today = new Date().toISOString().slice(0, 10);
  const givenBack = async () =>
    ((await asStaff("GET", `books?day=${today}`)).body as AdminBooks).lines.find(
      (line) => line.kind === "tokens" && line.step === "refunded",
    )?.amount ?? 0;
  const before = await givenBack();
  const key = randomUUID();
  const give = (amount: number | undefined, withKey: string) =>
    asStaff(
      "POST",
      `payments/${id}/refund`,
      { reason: "half of it failed", ...(amount && { amount }) },
      withKey,
    );
  for (const wrong of [-1, 0.001, 5.555]) expect((await give(wrong, randomUUID())).status).toBe(422);
  const { status, body } = await give(5, key);
  expect([status, body.state, body.refundable, body.refunded]).toEqual([200, "succeeded", true, 5]);
  expect(await balance(fan)).toBe(tokens - Math.floor((tokens * 500) / 1_099));
  expect((await give(5, key)).body.refunded, "pressed twice").toBe(5);
  expect((await give(4, key)).status).toBe(409);
  expect((await give(6, randomUUID())).body.code).toBe("refund_too_much");
  expect((body.events as { to: string }[]).at(-1)).toMatchObject({ to: "part_refunded", source: "staff" });
  expect(await givenBack()).toBeCloseTo(before + 5, 6);
  expect((await give(undefined, randomUUID())).body).toMatchObject({ state: "refunded", balance: 0 });
  expect(await givenBack()).toBeCloseTo(before + 10.99, 6);
  const { differences } = (await asStaff("GET", `books?day=${today}`)).body as AdminBooks;
  expect(differences.filter((one) => one.payment_id === id)).toEqual([]);
});

test("R-OPEN-42: the books of a day add up by gateway beside the ledger, and name what fits nothing", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const books = async () => (await asStaff("GET", `books?day=${today}`)).body as AdminBooks;
  const before = await books();
  const paidIn = ({ lines }: AdminBooks) => lines.find(({ step }) => step === "succeeded");
  const { id } = await bought(await app.fan());
  const after = await books();
  expect(paidIn(after)).toMatchObject({
    ...{ gateway: "sandbox", currency: "USD", count: (paidIn(before)?.count ?? 0) + 1 },
    amount: expect.closeTo((paidIn(before)?.amount ?? 0) + 10.99, 6),
  });
  expect(after.differences).toEqual(before.differences);
  const reference = randomUUID();
  await sendReport(app.origin, { reference, status: "approved" });
  await sendReport(app.origin, { reference: String(id), status: "approved", amount: "1.00" });
  expect((await books()).differences.slice(before.differences.length)).toEqual([
    expect.objectContaining({ kind: "no_payment", gateway: "sandbox", payment_id: null }),
    expect.objectContaining({
      kind: "other_sum",
      payment_id: id,
      detail: expect.stringContaining("1.00 USD"),
    }),
  ]);
  expect((await asStaff("GET", "books?day=2020-01-01")).body).toEqual({ lines: [], differences: [] });
  expect((await asStaff("GET", "books?day=soon")).status).toBe(422);
});

test("R-OPEN-35, R-OPEN-42: the admin area shows all that a payment went through, what was reported late or of another sum too", async () => {
  const { id: reference } = await bought(await app.fan());
  const eventsOf = async () =>
    (await asStaff("GET", `payments/${reference}`)).body.events as {
      from: string;
      to: string;
      verdict: string;
    }[];
  const [begun] = await eventsOf();
  expect(begun).toMatchObject({ from: null, to: "created", verdict: "applied" });
  await sendReport(app.origin, { reference, status: "declined" });
  await sendReport(app.origin, { reference, status: "approved", amount: "1.00" });
  await sendReport(app.origin, { reference, status: "chargeback_reversed" });
  await sendReport(app.origin, { reference, status: "charged_back" });
  expect((await eventsOf()).map(({ to, verdict }) => [to, verdict])).toEqual([
    ["created", "applied"],
    ["submitting", "applied"],
    ["succeeded", "applied"],
    ["declined", "superseded"],
    ["succeeded", "mismatch"],
    ["charged_back", "applied"],
    ["chargeback_reversed", "applied"],
    ["charged_back", "superseded"],
  ]);
});

test("R-OPEN-42: refunded tokens that were spent are a debt, which the admin area shows", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const { id } = await bought(fan);
  const tip = { as: fan, body: { amount: 70 }, key: randomUUID() };
  expect((await app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, tip)).status).toBe(200);
  expect((await asStaff("POST", `payments/${id}/refund`, { reason: "their card was stolen" })).status).toBe(
    200,
  );
  const debts = (await asStaff("GET", "debts")).body.data;
  expect(debts).toContainEqual({ fan_id: fan.id, fan: fan.login, tokens: 70 });
});

test("R-OPEN-90: each order keeps the version of the terms, the time and the address they were accepted from", async () => {
  const fan = await app.fan();
  const { id } = await bought(fan);
  const { version } = (await app.call("GET", "/api/terms-of-service")).body;
  const { consent } = (await asStaff("GET", `payments/${id}`)).body as {
    consent: { version: string; at: string; address: string };
  };
  expect(consent).toMatchObject({ version, address: `198.18.0.${fan.id % 250}` });
  expect(Math.abs(Date.parse(consent.at) - Date.now())).toBeLessThan(60_000);
});

test("R-OPEN-11: the admin area shows what reconciliation and the ledger's audit found last", async () => {
  await app.check();
  const { status, body } = await asStaff("GET", "state");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    reconciliation: { ok: true, failed: 0 },
    ledger: { ok: true, problems: [] },
    payments: { waiting: 0, oldest: null },
  });
});
