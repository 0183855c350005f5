import type { CommerceGateConfig } from "#server/config/commercegate.ts";
import type { Config } from "#server/config.ts";
import { createCommerceGate, noticeKey } from "#server/payments/gateways/commercegate/commercegate.ts";
import type { MembershipGateway } from "#server/payments/payments.ts";

/** Where an operator has the provider send its notices; whoever knows the address has one of its three keys. */
export function noticeAddress({ commerceGate, publicOrigin }: Config): string | null {
  if (!commerceGate) return null;
  return `${publicOrigin}/service/subscriptions/notice/commercegate?key=${noticeKey(commerceGate.secret)}`;
}

/** The gateways of subscriptions that a deployment has set up. */
export function configuredMemberships(
  config: CommerceGateConfig | null,
): Readonly<Record<string, MembershipGateway>> {
  if (!config) return {};
  const { checkoutUrl, apiUrl, ...settings } = config;
  return {
    commercegate: createCommerceGate({ ...settings, checkoutUrl: () => checkoutUrl, apiUrl: () => apiUrl }),
  };
}
