import { createHmac, randomUUID } from "node:crypto";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { type BundleMonths, bundleMonths } from "#contract/subscription-terms.ts";
import type { Config } from "#server/config.ts";
import type { Clock } from "#server/kit/clock.ts";
import { seededRandom } from "#server/kit/random.ts";
import { createCommerceGateTokens } from "#server/payments/gateways/commercegate/commercegate-tokens.ts";
import {
  createCommerceGate,
  noticeKey,
  sealOf,
  userNameOf,
} from "#server/payments/gateways/commercegate/commercegate.ts";
import type { Gateway, MembershipGateway } from "#server/payments/payments.ts";
import {
  commerceGateGateway,
  createMembershipProvider,
} from "../gateways/commercegate/commercegate-gateway.ts";
import { drawnFaults } from "../gateways/faults.ts";
import { demoModels } from "../models.ts";

const prefix = "/dev/gateways/commercegate";
const tokenPrefix = "/dev/gateways/commercegate-tokens";

/** Prices that the simulated provider has beside those of the demo, in cents. */
const morePrices = [499, 1999, 2499, 2999, 3999, 4999];

const monthlyPrices = [
  ...new Set([...demoModels.map(({ monthlyPriceCents }) => monthlyPriceCents), ...morePrices]),
].toSorted((a, b) => a - b);
/** Percent off that the provider has packages for, by the months that are paid at once. */
const discounts = { 3: [10, 15], 6: [15, 20], 12: [25, 30] } as const;

/** The price of a bundle of months at a discount, in cents: low enough that the saving is no less than stated. */
export function bundleCents(monthlyCents: number, months: BundleMonths, percent: number): number {
  return Math.floor((monthlyCents * months * (100 - percent)) / 100);
}

/** The packages of the simulated provider, one for each price of each term. */
const offers = [
  ...monthlyPrices.map((amountCents) => ({ id: `pack${amountCents}`, amountCents })),
  ...bundleMonths.flatMap((months) => {
    const sums = monthlyPrices.flatMap((cents) =>
      discounts[months].map((percent) => bundleCents(cents, months, percent)),
    );
    return [...new Set(sums)].map((amountCents) => ({
      id: `pack${amountCents}x${months}`,
      amountCents,
      months,
    }));
  }),
];

/** The prices of the packages of tokens, and of the offer of the day. */
const tokenPrices = [1099, 2499, 4699, 8999, 20999, 39999, 1799];
const tokenOffers = tokenPrices.map((amountCents) => ({ id: `tokens${amountCents}`, amountCents }));

/** A membership that began before the demo did. */
export type EarlierMembership = {
  reference: string;
  transactionId: string;
  amountCents: number;
  startedAt: Date;
  paidUntil: Date;
  email: string;
  state: "running" | "canceled" | "ended";
};

export type CommerceGateWorld = {
  gateway: MembershipGateway;
  /** Tokens by card in the provider's own form. */
  tokens: Gateway;
  /** Writes an earlier membership into the provider's books; answers what the product calls it. */
  adopt(membership: EarlierMembership): { gateway: string; offerId: string };
  mount(http: FastifyInstance): Promise<void>;
};

/** The simulated provider of subscriptions, and the gateway by which the product speaks to it over HTTP. */
export function openCommerceGate({
  config,
  clock,
  secret,
}: {
  config: Config;
  clock: Clock;
  secret: string;
}): CommerceGateWorld {
  const keyFor = (use: string) => createHmac("sha256", secret).update(`commercegate ${use}`).digest("hex");
  const own = `http://127.0.0.1:${config.port}`;
  const merchant = { customerId: "1001", websiteId: "2001", password: keyFor("password") };
  const shared = keyFor("seals");
  const faults = drawnFaults(seededRandom("commercegate"), config.demoFaultRate);
  const direct = { username: "fanlight", password: keyFor("direct gateway") };
  const provider = createMembershipProvider({
    ...merchant,
    direct,
    offers,
    noticeUrl: () => `${own}/service/subscriptions/notice/commercegate?key=${noticeKey(shared)}`,
    file: path.join(config.dataDir, "commercegate-provider.json"),
    clock,
    faults,
  });
  const gateway = createCommerceGate({
    ...merchant,
    offers,
    secret: shared,
    checkoutUrl: () => `${own}${prefix}`,
    publicCheckoutUrl: () => `${config.publicOrigin}${prefix}`,
    apiUrl: () => `${own}${prefix}/api`,
    resumeCall: "resume-membership",
    priceCall: "change-package",
    direct: { ...direct, url: () => `${own}${prefix}/nvp` },
    noticeAddresses: ["127.0.0.1", "::1"],
  });
  const tokenKey = noticeKey(keyFor("token seals"));
  const tokenMerchant = { ...merchant, websiteId: "2002" };
  const tokenProvider = createMembershipProvider({
    ...tokenMerchant,
    offers: tokenOffers,
    once: true,
    noticeUrl: () => `${own}/service/payments/callback/commercegate?key=${tokenKey}`,
    file: path.join(config.dataDir, "commercegate-tokens.json"),
    clock,
    faults,
  });
  const tokens = createCommerceGateTokens({
    ...tokenMerchant,
    offers: tokenOffers,
    secret: keyFor("token seals"),
    checkoutUrl: () => `${own}${tokenPrefix}`,
    publicCheckoutUrl: () => `${config.publicOrigin}${tokenPrefix}`,
    apiUrl: () => `${own}${tokenPrefix}/api`,
    resumeCall: null,
    priceCall: null,
    direct: null,
    noticeAddresses: ["127.0.0.1", "::1"],
  });
  return {
    gateway,
    tokens,
    adopt({ reference, transactionId, amountCents, startedAt, paidUntil, email, state }) {
      const payment = {
        id: transactionId,
        kind: "SALE",
        state: "paid",
        at: startedAt.toISOString(),
      } as const;
      provider.adopt({
        username: userNameOf(reference),
        packid: `pack${amountCents}`,
        email,
        op1: reference,
        op2: sealOf(shared, reference),
        amount: (amountCents / 100).toFixed(2),
        token: randomUUID(),
        state,
        payments: [payment],
        paid_until: paidUntil.toISOString(),
      });
      return { gateway: gateway.name, offerId: `pack${amountCents}` };
    },
    mount: async (http) => {
      await http.register(commerceGateGateway(provider), { prefix });
      await http.register(commerceGateGateway(tokenProvider), { prefix: tokenPrefix });
    },
  };
}
