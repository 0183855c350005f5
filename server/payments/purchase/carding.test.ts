import { describe, expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import {
  establishedPayer,
  type PaymentFixture,
  type PaymentFixtureOptions,
  paymentFixtures,
} from "#testing/payments/payment-fixture.ts";
import { cards } from "#testing/payments/requests.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const declined = (fixture: PaymentFixture, fan: number, headers?: Record<string, string>) =>
  fixture.buy(fan, { card_number: cards.declined }, headers ? { headers } : {});

/** The seconds to wait that the list of packages names to a fan who opens the checkout. */
async function waitShown(fixture: PaymentFixture, fanId?: number): Promise<unknown> {
  const answer = await fixture.call("GET", "/api/token-packages", fanId === undefined ? {} : { fanId });
  return (answer.body.data as { retry_after: unknown }).retry_after;
}

describe("a fan's own tries", () => {
  test("R-OPEN-92: the third decline within an hour answers in how many seconds the next try is possible, as do later requests", async () => {
    const fixture = await openFixture();
    const fan = await fixture.newFan();
    for (let n = 0; n < 2; n++) {
      const { body } = await declined(fixture, fan);
      expect(body).toMatchObject({ success: false, status: "failed" });
      expect(body).not.toHaveProperty("retry_after");
      expect(await waitShown(fixture, fan)).toBeNull();
      fixture.clock.advance(10 * minuteMs);
    }
    const third = await declined(fixture, fan);
    expect(third.body).toMatchObject({ status: "failed", retry_after: 40 * 60 });
    fixture.clock.advance(100_500);
    const refused = await fixture.buy(fan);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: "too_many_payments", retry_after: 40 * 60 - 100 });
    expect(refused.headers.get("retry-after")).toBe(String(40 * 60 - 100));
    expect(await waitShown(fixture, fan)).toBe(40 * 60 - 100);
    const asked = await fixture.call("GET", `/api/payments/status/${third.body.transaction_id}`, {
      fanId: fan,
    });
    expect(asked.body).toMatchObject({ status: "failed", retry_after: 40 * 60 - 100 });
    expect(fixture.sandbox.requests()).toBe(3);
  });

  test("R-OPEN-92: the next try is possible at the very second that was named, and not before", async () => {
    const fixture = await openFixture();
    const fan = await fixture.newFan();
    for (let n = 0; n < 3; n++) await declined(fixture, fan);
    fixture.clock.advance(hourMs - 1000);
    const early = await fixture.buy(fan);
    expect([early.status, early.body.retry_after]).toEqual([429, 1]);
    fixture.clock.advance(1000);
    expect(await waitShown(fixture, fan)).toBeNull();
    expect((await fixture.buy(fan)).body.status).toBe("completed");
  });

  test("R-OPEN-92: five declines in a day are the end of that day's tries, until the first of them is a day old", async () => {
    const fixture = await openFixture();
    const fan = await fixture.newFan();
    const waits: unknown[] = [];
    for (let n = 0; n < 5; n++) {
      waits.push((await declined(fixture, fan)).body.retry_after);
      fixture.clock.advance(2 * hourMs);
    }
    expect(waits).toEqual([undefined, undefined, undefined, undefined, 16 * 3600]);
    const refused = await fixture.buy(fan);
    expect([refused.status, refused.body.retry_after]).toEqual([429, 14 * 3600]);
    fixture.clock.advance(14 * hourMs);
    expect((await fixture.buy(fan)).body.status).toBe("completed");
  });

  test("R-OPEN-92: an eleventh payment within an hour is refused in the fan's language, with the time to wait", async () => {
    const fixture = await openFixture();
    const fan = await fixture.newFan();
    for (let n = 0; n < 10; n++) expect((await fixture.buy(fan)).body.status).toBe("completed");
    const refused = await fixture.buy(fan, {}, { headers: { "accept-language": "es" } });
    expect(refused.status).toBe(429);
    expect(refused.body.retry_after).toBe(3600);
    expect(refused.body.message).toBe(
      "Demasiados intentos de pago. Podrás intentarlo de nuevo dentro de 60 minutos.",
    );
    expect((await fixture.buy(fan)).body.message).toBe(
      "Too many payment attempts. You can try again in 60 minutes.",
    );
    expect(await fixture.balance(fan)).toBe(1000);
  });

  test("R-OPEN-92: a fourth different card in 24 hours is refused; the cards already used are not", async () => {
    const fixture = await openFixture();
    const fan = await fixture.newFan();
    for (const card_number of [cards.approved, cards.approvedToo, cards.redirect]) {
      expect((await fixture.buy(fan, { card_number })).status).toBe(200);
      fixture.clock.advance(hourMs);
    }
    const refused = await fixture.buy(fan, { card_number: "5555555555554444" });
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: "too_many_cards", retry_after: 21 * 3600 });
    expect(await waitShown(fixture, fan), "the other cards may be used").toBeNull();
    expect((await fixture.buy(fan, { card_number: cards.approved })).body.status).toBe("completed");
    fixture.clock.advance(22 * hourMs);
    expect((await fixture.buy(fan, { card_number: "5555555555554444" })).status).toBe(200);
  });

  test("R-OPEN-92: a burst of declining cards of one account does not slip through before the first is declined", async () => {
    let refused = 0;
    const fixture = await openFixture({ answerAfter: () => until(() => refused >= 5, "five refusals") });
    const fan = await fixture.newFan();
    const tries = Array.from({ length: 8 }, async () => {
      if ((await declined(fixture, fan)).status === 429) refused++;
    });
    await Promise.all(tries);
    expect(refused).toBe(5);
    expect(fixture.sandbox.requests()).toBe(3);
    expect((await fixture.buy(fan)).body.retry_after).toBe(3600);
  });

  test("R-OPEN-92: what the bank never declined counts as no decline: unknown, cancelled and expired payments", async () => {
    const fixture = await openFixture({ gatewayTimeoutMs: 150 });
    const fan = await fixture.newFan();
    for (let n = 0; n < 2; n++) await declined(fixture, fan);
    fixture.sandbox.knobs.setDefaults({ reply: "cut", callbackCopies: 0 });
    expect((await fixture.buy(fan)).body.status).toBe("pending");
    expect((await fixture.buy(fan)).body.status).toBe("pending");
    fixture.sandbox.knobs.setDefaults({ reply: "send", callbackCopies: 1 });
    const onPage = await fixture.buy(fan, { card_number: cards.redirect });
    await fetch(onPage.body.checkout_url ?? "", {
      method: "POST",
      body: new URLSearchParams({ decision: "cancel" }),
      redirect: "manual",
    });
    await fixture.buy(fan, { card_number: cards.redirect });
    fixture.clock.advance(35 * minuteMs);
    await fixture.payments.reconcile();
    expect(await waitShown(fixture, fan)).toBeNull();
    expect((await fixture.buy(fan)).body.status).toBe("completed");
    expect((await declined(fixture, fan)).body).toMatchObject({ status: "failed", retry_after: 25 * 60 });
  });

  test("R-OPEN-92: a refused try with a wrong price or a bad card number counts as none", async () => {
    const fixture = await openFixture();
    const fan = await fixture.newFan();
    for (let n = 0; n < 12; n++) {
      expect((await fixture.buy(fan, { amount: 1 })).status).toBe(422);
      expect((await fixture.buy(fan, { card_number: "4242424242424241" })).status).toBe(422);
    }
    expect((await fixture.buy(fan)).body.status).toBe("completed");
  });

  test("R-OPEN-92: a guest who lists the packages has nothing to wait for", async () => {
    expect(await waitShown(await openFixture())).toBeNull();
  });
});

describe("strangers", () => {
  const dayMs = 24 * hourMs;
  const address = { "x-forwarded-for": "203.0.113.7" };
  let startMs = Date.parse("2027-03-01T12:00:00Z");

  /**
   * Payments where fans of even number have a confirmed email, and all but `old` opened their account this week. Each is
   * opened on a day of its own: the tries of all are counted together.
   */
  function shopOfNewcomers(
    options: PaymentFixtureOptions = {},
    old: ReadonlySet<number> = new Set(),
  ): Promise<PaymentFixture> {
    startMs += dayMs;
    const openedAt = (fan: number) => new Date(startMs - (old.has(fan) ? 8 : 6) * dayMs);
    const payerOf = (fan: number) => ({
      ...establishedPayer,
      created_at: openedAt(fan),
      validation: fan % 2 === 0 ? ("confirmed" as const) : ("waiting" as const),
    });
    return openFixture({ at: new Date(startMs).toISOString(), payerOf, ...options });
  }

  /** So many newcomers, each with one declined card, at one address unless `headers` are empty. */
  async function attack(
    fixture: PaymentFixture,
    fans: number,
    headers: Record<string, string> = {},
  ): Promise<void> {
    for (let n = 0; n < fans; n++) {
      const answer = await declined(fixture, await fixture.newFan(), headers);
      expect(answer.body.status).toBe("failed");
    }
  }

  const withoutChallenge: Pick<PaymentFixtureOptions, "needs"> = {
    needs: (needs) => {
      const { sandbox } = needs.gateways;
      if (!sandbox) throw new Error("there is no gateway");
      const capabilities = { ...sandbox.capabilities, challenge: false };
      return { ...needs, gateways: { sandbox: { ...sandbox, capabilities } } };
    },
  };

  test("R-OPEN-92: whatever strangers do, at the same address and on all cards, an established fan pays at once", async () => {
    const old = new Set<number>();
    const fixture = await shopOfNewcomers({}, old);
    const [byAge, byPayment] = [await fixture.newFan(), await fixture.newFan()];
    old.add(byAge);
    expect((await fixture.buy(byPayment, {}, { headers: address })).body.status).toBe("completed");
    await attack(fixture, 25, address);
    for (const fan of [byAge, byPayment]) {
      const answer = await fixture.buy(fan, {}, { headers: address });
      expect([answer.status, answer.body.status, answer.body.requires_redirect]).toEqual([
        200,
        "completed",
        undefined,
      ]);
    }
  });

  test.each([
    ["10 declines within an hour", "203.0.113.7", "203.0.113.7", 10, true],
    ["9 declines within an hour", "203.0.113.7", "203.0.113.7", 9, false],
    ["10 declines of its block", "2001:db8:1:2::1", "2001:db8:1:2:ffff::9", 10, true],
    ["10 declines of another block", "2001:db8:1:3::1", "2001:db8:1:4::1", 10, false],
  ])(
    "R-OPEN-92: after %s a newcomer at that address is asked to confirm by the bank, and pays (%s, %s)",
    async (_, theirs, own, declines, challenged) => {
      const fixture = await shopOfNewcomers();
      await attack(fixture, declines, { "x-forwarded-for": theirs });
      const fan = await fixture.newFan();
      const { status, body } = await fixture.buy(fan, {}, { headers: { "x-forwarded-for": own } });
      expect([status, body.requires_redirect ?? false]).toEqual([200, challenged]);
      if (!challenged) return;
      await fetch(body.checkout_url ?? "", {
        method: "POST",
        body: new URLSearchParams({ decision: "approve" }),
        redirect: "manual",
      });
      await until(async () => (await fixture.balance(fan)) === 100, "the tokens");
    },
  );

  test("R-OPEN-92: while over 40% of the newcomers' tries of ten minutes decline, newcomers are asked to confirm, and nobody after that", async () => {
    const fixture = await shopOfNewcomers();
    const isChallenged = async () =>
      (await fixture.buy(await fixture.newFan())).body.requires_redirect ?? false;
    for (let n = 0; n < 11; n++) expect(await isChallenged()).toBe(false);
    await attack(fixture, 8);
    expect(await isChallenged(), "19 tries are too few to judge").toBe(false);
    await attack(fixture, 1);
    expect(await isChallenged(), "9 of 21 tries are 43%").toBe(true);
    fixture.clock.advance(10 * minuteMs + 1000);
    expect(await isChallenged()).toBe(false);
  });

  test("R-OPEN-92: declines of established fans do not hold back newcomers' tries", async () => {
    const old = new Set<number>();
    const fixture = await shopOfNewcomers({}, old);
    for (let n = 0; n < 25; n++) {
      const fan = await fixture.newFan();
      old.add(fan);
      await declined(fixture, fan, address);
    }
    const answer = await fixture.buy(await fixture.newFan(), {}, { headers: address });
    expect(answer.body.status).toBe("completed");
  });

  test("R-OPEN-92, R-PAY-01: where the gateway cannot ask the bank, a newcomer confirms the email and then waits a minute between tries", async () => {
    const fixture = await shopOfNewcomers(withoutChallenge);
    await attack(fixture, 10, address);
    const fans = [await fixture.newFan(), await fixture.newFan()].sort((a, b) => (a % 2) - (b % 2));
    const [confirmed = 0, unconfirmed = 0] = fans;
    const spanish = { ...address, "accept-language": "es" };
    const refused = await fixture.buy(unconfirmed, {}, { headers: spanish });
    expect([refused.status, refused.body.code]).toEqual([403, "email_unconfirmed"]);
    expect(refused.body.message).toMatch(/^Confirma tu correo/);
    expect((await declined(fixture, confirmed, address)).body).toMatchObject({ status: "failed" });
    fixture.clock.advance(20_000);
    const slowed = await fixture.buy(confirmed, {}, { headers: address });
    expect(slowed.status).toBe(429);
    expect(slowed.body).toMatchObject({ code: "payments_slowed", retry_after: 40 });
    expect(slowed.body.message).toBe("Please wait a moment. You can try again in 40 seconds.");
    fixture.clock.advance(40_000);
    expect((await fixture.buy(confirmed, {}, { headers: address })).body.status).toBe("completed");
    expect((await fixture.buy(confirmed, {}, { headers: address })).body.status, "who has paid").toBe(
      "completed",
    );
  });

  test("R-PAY-01: without an attack nobody needs a confirmed email to pay", async () => {
    const fixture = await shopOfNewcomers();
    for (const fan of [await fixture.newFan(), await fixture.newFan()])
      expect((await fixture.buy(fan)).body.status).toBe("completed");
  });
});
