import {
  commerceGateGateway,
  createMembershipProvider,
} from "#demo/gateways/commercegate/commercegate-gateway.ts";
import { systemClock } from "#server/kit/clock.ts";
import { type CommerceGateSettings, noticeKey } from "#server/payments/gateways/commercegate/commercegate.ts";
import { fakeServer } from "#testing/payments/fakes.ts";

export const membershipSecret = "what only the merchant and the provider know";
export const offers = [
  { id: "pack999", amountCents: 999 },
  { id: "pack1999", amountCents: 1999 },
  { id: "pack2699x3", amountCents: 2699, months: 3 },
  { id: "pack3499x3", amountCents: 3499, months: 3 },
  { id: "pack8999x12", amountCents: 8999, months: 12 },
] as const;
export const direct = { username: "the merchant", password: "the Direct gateway's password" };
export const merchant = { customerId: "11", websiteId: "22", password: "the merchant's password" };

/**
 * Starts the provider as a server of its own. Its dates come from the tested clock, its waits pass by themselves. A
 * call that it has carried out is answered once `beforeAnswer` of the path has settled.
 */
export async function startFakeProvider(
  noticeUrl: () => string,
  now: () => Date,
  beforeAnswer: (path: string) => Promise<void> = async () => undefined,
) {
  const { app, origin } = fakeServer();
  app.addHook("onSend", ({ url }) => beforeAnswer(url));
  const provider = createMembershipProvider({
    ...merchant,
    direct,
    offers,
    noticeUrl,
    file: null,
    clock: { ...systemClock, now },
    knobs: { delayMs: 0 },
  });
  await app.register(commerceGateGateway(provider), { prefix: "/provider" });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return { app, provider, url: () => `${origin()}/provider` };
}

/** The adapter's settings for a provider at an address. */
export function gatewaySettings(url: () => string): CommerceGateSettings {
  return {
    ...merchant,
    offers,
    secret: membershipSecret,
    checkoutUrl: url,
    apiUrl: () => `${url()}/api`,
    resumeCall: "resume-membership",
    priceCall: "change-package",
    direct: { ...direct, url: () => `${url()}/nvp` },
    noticeAddresses: ["127.0.0.1"],
  };
}

export const noticePath = `/service/subscriptions/notice/commercegate?key=${noticeKey(membershipSecret)}`;
