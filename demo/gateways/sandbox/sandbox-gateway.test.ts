import { randomUUID } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Fastify from "fastify";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { type ManualClock, manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import type { Knobs } from "./knobs.ts";
import type { SaleRequest } from "./requests.ts";
import { openSandboxStore } from "./sale.ts";
import { createSandboxProcessor, type SandboxProcessor, sandboxGateway } from "./sandbox-gateway.ts";

type Sent = {
  headers: Headers;
  body: { event_id: string; event_type: string; sale: { amount: string; sequence: number } };
};

let sent: Sent[] = [];
let answers: number[] = [];
afterEach(() => {
  sent = [];
  answers = [];
});

/** A processor without a port; its callbacks land in `sent` and get the next of `answers`, or 200. */
function open(clock: ManualClock = manualClock(), knobs: Partial<Knobs> = {}): SandboxProcessor {
  return createSandboxProcessor({
    apiKey: "key",
    callbackSecret: "secret",
    tokenizationKey: "fields",
    callbackUrl: () => "http://shop.test/callback",
    publicUrl: () => "http://shop.test/dev/gateways/sandbox",
    file: null,
    clock,
    knobs,
    fetch: async (_url, init) => {
      sent.push({ headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) });
      return new Response(null, { status: answers.shift() ?? 200 });
    },
  });
}

async function serve(sandbox: SandboxProcessor) {
  const app = Fastify();
  await app.register(sandboxGateway(sandbox), { prefix: "/dev/gateways/sandbox" });
  onTestFinished(() => app.close());
  const authorization = "Bearer key";
  return {
    sell: (sale: SaleRequest) =>
      app.inject({
        method: "POST",
        url: "/dev/gateways/sandbox/v1/sales",
        headers: { authorization },
        body: sale,
      }),
    get: (url: string, headers: Record<string, string> = { authorization }) =>
      app.inject({ method: "GET", url: `/dev/gateways/sandbox${url}`, headers }),
    put: (url: string, body: object) =>
      app.inject({ method: "PUT", url: `/dev/gateways/sandbox${url}`, headers: { authorization }, body }),
    form: (url: string, payload: string) =>
      app.inject({
        method: "POST",
        url: `/dev/gateways/sandbox${url}`,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload,
      }),
  };
}

const sale = (number: string, changes: Partial<SaleRequest> = {}): SaleRequest => ({
  reference: randomUUID(),
  order_id: `TKN_${Math.floor(Math.random() * 1e12)}`,
  amount: "24.99",
  currency: "USD",
  description: "250 Tokens",
  card: { number, expiry_month: 11, expiry_year: 2028, cvc: "123", holder: "Nico" },
  billing: {},
  return_url: "http://shop.test/payment-request?id=1",
  language: "en",
  ...changes,
});

test("R-OPEN-30: cards that are not test cards are declined, so that no real card seems to be charged", async () => {
  const web = await serve(open());
  const answer = await web.sell(sale("5555555555554444"));
  expect([answer.statusCode, answer.json().status]).toEqual([201, "declined"]);
});

test("R-OPEN-29: the same reference again is answered with the first sale and not charged again", async () => {
  const sandbox = open();
  const web = await serve(sandbox);
  const request = sale("4242424242424242");
  const [first, again] = [await web.sell(request), await web.sell(request)];
  expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
  expect(again.json().id).toBe(first.json().id);
  expect(sandbox.store.all()).toHaveLength(1);
});

test("R-OPEN-30: without the merchant's key nothing is sold or shown, and nonsense is refused", async () => {
  const web = await serve(open());
  expect((await web.get("/v1/sales/any", { authorization: "Bearer other" })).statusCode).toBe(401);
  expect((await web.get("/v1/sales/any", {})).statusCode).toBe(401);
  expect((await web.get("/v1/sales/any")).json()).toEqual({ error: "no_such_sale" });
  expect((await web.sell(sale("4242"))).json()).toEqual({ error: "bad_request" });
});

test.each([
  ["en", "Approve payment", "Cancel and go back"],
  ["es", "Aprobar el pago", "Cancelar y volver"],
] as const)(
  "R-PAY-34: the bank's page in %s has three buttons, no script and a policy that allows none",
  async (language, approve, cancel) => {
    const web = await serve(open());
    const { checkout_url } = (await web.sell(sale("4000000000003220", { language }))).json();
    const page = await web.get(new URL(checkout_url).pathname.replace("/dev/gateways/sandbox", ""), {});
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`<html lang="${language}">`);
    for (const text of [approve, cancel, "$24.99 USD", "•••• 3220"]) expect(page.body).toContain(text);
    expect(page.body).not.toMatch(/<script|onclick|javascript:/i);
    expect(page.headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' http:\/\/shop.test; frame-ancestors 'self'/,
    );
    expect(page.headers["cache-control"]).toBe("no-store");
  },
);

test("R-PAY-34: what the shop sends is shown as text, never as markup", async () => {
  const web = await serve(open());
  const order_id = '"><script>alert(1)</script>';
  const { checkout_url } = (await web.sell(sale("4000000000003220", { order_id }))).json();
  const page = await web.get(new URL(checkout_url).pathname.replace("/dev/gateways/sandbox", ""), {});
  expect(page.body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(page.body).not.toContain("<script>");
});

test("R-PAY-34: a decision leads back to the shop; a second one, or none, changes nothing; a wrong address is not found", async () => {
  const sandbox = open();
  const web = await serve(sandbox);
  const request = sale("4000000000003220");
  const { checkout_url } = (await web.sell(request)).json();
  const address = new URL(checkout_url).pathname.replace("/dev/gateways/sandbox", "");
  await web.form(address, "decision=nonsense");
  expect(sandbox.find(request.reference)?.status).toBe("requires_action");
  const back = await web.form(address, "decision=approve");
  expect([back.statusCode, back.headers.location]).toEqual([303, request.return_url]);
  await web.form(address, "decision=decline");
  expect(sandbox.find(request.reference)?.status).toBe("approved");
  const settled = await web.get(address, {});
  expect(settled.body).toContain("already settled");
  expect(settled.body).not.toContain("<form");
  expect((await web.get("/checkout/guess", {})).statusCode).toBe(404);
});

test("R-OPEN-35: a callback that is not taken is sent again with the same event id, five times at most", async () => {
  const clock = manualClock();
  answers = [500, 503, 200];
  open(clock).sell(sale("4242424242424242"));
  clock.advance(300);
  await until(() => sent.length === 1, "the first try");
  for (const [tries, pauseMs] of [1_000, 5_000].entries()) {
    await until(() => advanced(clock, pauseMs, () => sent.length >= tries + 2), "another try");
  }
  clock.advance(600_000);
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ body }) => body.event_id)).size).toBe(1);
});

test("R-OPEN-35: knobs of one order change its callbacks only", async () => {
  const clock = manualClock();
  const sandbox = open(clock);
  const web = await serve(sandbox);
  const odd = sale("4242424242424242");
  const knobs = { callbackCopies: 3, wrongAmount: "0.01" };
  expect((await web.put("/v1/knobs", { order_id: odd.order_id, knobs })).statusCode).toBe(204);
  expect((await web.put("/v1/knobs", { order_id: odd.order_id, knobs: { speed: 1 } })).statusCode).toBe(400);
  sandbox.sell(odd);
  sandbox.sell(sale("4242424242424242"));
  clock.advance(300);
  await until(() => sent.length === 4, "all callbacks");
  expect(sent.map(({ body }) => body.sale.amount).sort()).toEqual(["0.01", "0.01", "0.01", "24.99"]);
});

test("R-OPEN-42: each change of a sale has the next number, in its callback as in the answer to a question", async () => {
  const clock = manualClock();
  const sandbox = open(clock);
  const request = sale("4000000000003220");
  sandbox.sell(request);
  const seen = [sandbox.find(request.reference)?.sequence];
  for (const change of ["approved", "charged_back", "chargeback_reversed", "charged_back"] as const) {
    const current = sandbox.store.byReference(request.reference);
    if (!current) throw new Error("the sale is gone");
    if (change === "approved") sandbox.decide(current, "approve");
    else sandbox.befall(current, change);
    seen.push(sandbox.find(request.reference)?.sequence);
  }
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  clock.advance(300);
  await until(() => sent.length === 5, "all callbacks");
  expect(new Set(sent.map(({ body }) => body.sale.sequence))).toEqual(new Set(seen));
});

test("R-OPEN-34: a page nobody answered for 30 minutes has expired", async () => {
  const clock = manualClock();
  const sandbox = open(clock);
  const request = sale("4000000000003220");
  sandbox.sell(request);
  clock.advance(29 * 60_000);
  expect(sandbox.find(request.reference)?.status).toBe("requires_action");
  clock.advance(2 * 60_000);
  expect(sandbox.find(request.reference)?.status).toBe("expired");
});

test("R-OPEN-31: the books survive a restart and a torn last line, and hold no card number", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "sandbox-"));
  const file = path.join(folder, "deep", "sales.jsonl");
  try {
    const books = openSandboxStore(file);
    const sandbox = createSandboxProcessor({ ...open().options, file });
    sandbox.sell(sale("4242424242424242", { reference: "one" }));
    appendFileSync(file, '{"reference":"torn');
    const reopened = openSandboxStore(file);
    expect(reopened.byReference("one")).toMatchObject({ status: "approved", card: { last4: "4242" } });
    expect(reopened.all()).toHaveLength(1);
    expect(books.all()).toHaveLength(0);
    expect(readFileSync(file, "utf8")).not.toContain("4242424242424242");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Moves the clock and answers whether what was awaited has happened. */
function advanced(clock: ManualClock, ms: number, condition: () => boolean): boolean {
  if (!condition()) clock.advance(ms);
  return condition();
}
