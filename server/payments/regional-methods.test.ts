import { expect, test } from "vitest";
import type { RegionalMethod } from "#contract/payments.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { establishedPayer, paymentFixtures } from "#testing/payments/payment-fixture.ts";
import type { Capability } from "./gateways/choose-gateway.ts";
import type { Gateway } from "./gateways/gateway.ts";
import type { PaymentsNeeds } from "./needs.ts";

const openFixture = paymentFixtures(fileDatabase());
const pse: RegionalMethod = {
  name: "PSE",
  code: "PC",
  type: "bank",
  logo: "https://provider.test/pse.svg",
  currency: "COP",
};

/** Payments whose processor also offers what `list` answers; fans of an even number live in Colombia. */
function regionalShop(list: Gateway["regionalMethods"]) {
  return openFixture({
    needs(plain) {
      const sandbox = plain.gateways.sandbox as Gateway;
      const takes: Capability[] = [
        ...sandbox.capabilities.takes,
        { method: "regional", purpose: "tokens", countries: ["CO"], currency: "COP" },
      ];
      const regional = list && { regionalMethods: list, capabilities: { ...sandbox.capabilities, takes } };
      const byId: PaymentsNeeds["accounts"]["byId"] = async (_reader, fanId) => ({
        ...establishedPayer,
        country: fanId % 2 === 0 ? "CO" : null,
      });
      return { ...plain, gateways: { sandbox: { ...sandbox, ...regional } }, accounts: { byId } };
    },
  });
}

const methodsOf = async (
  fixture: Awaited<ReturnType<typeof regionalShop>>,
  fanId: number,
  query = "?countryCode=CO",
) => {
  const answer = await fixture.call("GET", `/api/directa24/payment-methods${query}`, { fanId });
  return [answer.status, answer.body.data];
};

test("R-API-41, R-PAY-14, R-ROLE-13: a Colombian fan gets what the provider offers there, another fan nothing", async () => {
  const asked: string[] = [];
  const fixture = await regionalShop(async (country) => {
    asked.push(country);
    return [pse];
  });
  expect(await methodsOf(fixture, 2_000)).toEqual([200, [pse]]);
  expect(await methodsOf(fixture, 2_001)).toEqual([200, []]);
  expect(await methodsOf(fixture, 2_000, "?countryCode=PE")).toEqual([200, []]);
  expect(asked).toEqual(["CO"]);
  expect(await methodsOf(fixture, 2_000, ""), "their own country is meant").toEqual([200, [pse]]);
  expect(await methodsOf(fixture, 2_001, "")).toEqual([200, []]);
});

test("R-PAY-14: without a regional provider, or while it cannot be asked, there are none and cards stay", async () => {
  const cardsOnly = await regionalShop(undefined);
  expect(await methodsOf(cardsOnly, 2_000)).toEqual([200, []]);
  const down = await regionalShop(async () => Promise.reject(new Error("no answer")));
  expect(await methodsOf(down, 2_000)).toEqual([200, []]);
  expect(down.logged()).toContain("did not list its regional methods");
});

test("R-API-41: a country that is no code is refused", async () => {
  const fixture = await regionalShop(async () => [pse]);
  expect((await methodsOf(fixture, 2_000, "?countryCode=Colombia"))[0]).toBe(422);
  expect((await methodsOf(fixture, 2_000, "?countryCode="))[0]).toBe(422);
});
