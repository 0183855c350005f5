import { createHash, createHmac } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { dump } from "#testing/database/dump.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { apiKey, sandboxSecret } from "#testing/payments/fakes.ts";
import { type PaymentFixture, paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { cards, newOrderId } from "#testing/payments/requests.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);

/** Everything that the application has signed, keyed or sealed anything with. */
const secrets = ["a secret of the test", apiKey, sandboxSecret];

/** Every number with these first six and last four digits whose check digit fits: 100,000 for sixteen digits. */
function* candidates(bin: string, last4: string): Generator<string> {
  for (let middle = 0; middle < 1_000_000; middle++) {
    const number = `${bin}${String(middle).padStart(6, "0")}${last4}`;
    if (luhnSum(number) % 10 === 0) yield number;
  }
}

function luhnSum(number: string): number {
  let sum = 0;
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index]) * (index % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum;
}

/** Everything that looks like a hash in a text, as hex. */
const hashesIn = (text: string) => new Set(text.match(/(?<![0-9a-f])[0-9a-f]{32,128}(?![0-9a-f])/g));

/** Everything that the application and the processor have kept, as somebody finds it who has copied all of it. */
const everythingKept = async (fixture: PaymentFixture) =>
  [await dump(database.db), JSON.stringify(fixture.sandbox.store.all()), fixture.logged()].join("\n");

test("R-OPEN-31: nobody with the database, the logs and every secret can compute a card number from them", async () => {
  const fixture = await openFixture();
  for (const card_number of [cards.approved, cards.declined])
    await fixture.buy(await fixture.newFan(), { card_number });
  const hashes = hashesIn(await everythingKept(fixture));
  expect(hashes.size, "the request hashes at least").toBeGreaterThan(0);
  const kept = await readRows(
    database.db,
    sql<{
      bin: string;
      last4: string;
    }>`select distinct card_bin as bin, card_last4 as last4 from payments.intent`,
  );
  expect(kept).toContainEqual({ bin: "424242", last4: "4242" });
  const found: string[] = [];
  for (const number of candidates("424242", "4242")) {
    const images = secrets.map((secret) => createHmac("sha256", secret).update(number).digest("hex"));
    for (const algorithm of ["sha256", "sha1", "md5"])
      images.push(createHash(algorithm).update(number).digest("hex"));
    if (images.some((image) => hashes.has(image))) found.push(number);
  }
  expect(found).toEqual([]);
});

test("R-OPEN-31: two cards with the same first six and last four digits leave the very same rows", async () => {
  const orderid = newOrderId();
  const headers = { "x-forwarded-for": "203.0.113.7" };
  const traces: string[][] = [];
  for (const card_number of ["4242420000184242", "4242420000264242"]) {
    const fixture = await openFixture();
    // The order of answer and callback is left to chance, and shows in the rows.
    fixture.sandbox.knobs.setDefaults({ callbackCopies: 0 });
    const fan = await fixture.newFan();
    const { body } = await fixture.buy(fan, { card_number, orderid }, { headers });
    traces.push(await traceOf(fan, body.transaction_id));
  }
  expect(traces[0]).toContainEqual(expect.stringContaining("424242"));
  expect(traces[1]).toEqual(traces[0]);
});

describe("a card number in a field for something else", () => {
  const fields = [
    "card_holder_name",
    "email",
    "phone",
    "address1",
    "city",
    "zip",
    "orderdescription",
  ] as const;
  const written = {
    "4242 4242 4242 4242": "with spaces",
    "4242-4242-4242-4242": "with dashes",
    "4242.4242.4242.4242": "with dots",
    "４２４２４２４２４２４２４２４２": "in digits of full width",
  };

  test.each(fields)(
    "R-OPEN-31: %s is refused in both languages before anything is kept, logged or sent",
    async (field) => {
      const fixture = await openFixture();
      const fan = await fixture.newFan();
      const before = await dump(database.db);
      for (const [number, how] of Object.entries(written)) {
        const text = field === "email" ? `${number.replaceAll(/[^\p{Nd}]/gu, "")}@mail.test` : number;
        if (field === "email" && text.includes("４")) continue;
        const value = field === "zip" ? text : field === "email" ? text : `No ${text}`;
        const english = await fixture.buy(fan, { [field]: value });
        expect([english.status, how]).toEqual([422, how]);
        expect(english.body.errors).toEqual({ [field]: ["Please do not write a card number here"] });
        const headers = { "accept-language": "es" };
        const spanish = await fixture.buy(fan, { [field]: value }, { headers });
        expect(spanish.body.errors).toEqual({ [field]: ["No escribas aquí un número de tarjeta"] });
      }
      expect(await dump(database.db)).toBe(before);
      expect(fixture.sandbox.requests()).toBe(0);
      for (const number of [...Object.keys(written), cards.approved])
        expect(fixture.logged()).not.toContain(number);
    },
  );

  test("R-OPEN-31: nor is a card number taken for the gateway's token", async () => {
    const fixture = await openFixture({ rawCardsAllowed: false });
    const answer = await fixture.buy(await fixture.newFan(), { payment_token: "4242 4242 4242 4242" });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["payment_token"]]);
    expect(fixture.sandbox.requests()).toBe(0);
  });

  test("R-PAY-27: a telephone number with its country passes, though its digits add up", async () => {
    const fixture = await openFixture();
    expect((await fixture.buy(await fixture.newFan(), { phone: "+4222222222222" })).body.status).toBe(
      "completed",
    );
  });
});

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The rows about one payment without its ids and those of its fan. */
async function traceOf(fan: number, intentId: string): Promise<string[]> {
  const rows = (await dump(database.db)).split("\n").filter((row) => row.includes(intentId));
  const nameless = rows.map((row) =>
    row
      .replaceAll(uuid, "ID")
      // The second column: as a number anywhere, an id such as 1099 would be taken for the price as well.
      .replace(`(ID,${fan},`, "(ID,FAN,")
      .replace(/\(\d+,/, "(ROW,"),
  );
  return nameless.sort();
}
