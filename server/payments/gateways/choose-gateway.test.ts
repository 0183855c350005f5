import { expect, test } from "vitest";
import { type Capability, gatewayFor, gatewaysFor } from "./choose-gateway.ts";

const card: Capability = { method: "card", purpose: "tokens", currency: "USD" };
const regional: Capability = { method: "regional", purpose: "tokens", countries: ["CO"], currency: "COP" };
const monthly: Capability = { method: "card", purpose: "subscription", currency: "USD" };
const inColombia = { method: "regional", purpose: "tokens", country: "CO" } as const;
const gateway = (name: string, ...takes: Capability[]) => ({ name, capabilities: { takes } });

test("a new payment goes to the first gateway that can take it, not to the first of all", () => {
  const gateways = {
    local: gateway("local", regional),
    billing: gateway("billing", monthly),
    cards: gateway("cards", card, regional),
    spare: gateway("spare", card),
  };
  expect(gatewayFor(gateways, card)?.name).toBe("cards");
  expect(gatewayFor(gateways, monthly)?.name).toBe("billing");
  expect(gatewaysFor(gateways, inColombia).map(({ gateway }) => gateway.name)).toEqual(["local", "cards"]);
  expect(gatewaysFor(gateways, { ...inColombia, country: "PE" })).toEqual([]);
});

test("where no gateway can take a payment there is none", () => {
  expect(gatewayFor({ local: gateway("local", regional) }, card)).toBeUndefined();
  expect(gatewayFor({}, monthly)).toBeUndefined();
});
