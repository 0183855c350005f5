import type { Config } from "#server/config.ts";
import { createCommerceGate, noticeKey } from "#server/payments/gateways/commercegate/commercegate.ts";
import { createDirecta24 } from "#server/payments/gateways/directa24/directa24.ts";
import type { Gateway, MembershipGateway } from "#server/payments/payments.ts";

/** Where an operator has CommerceGate send its notices; whoever knows the address has one of its three keys. */
export function noticeAddress({ commerceGate, publicOrigin }: Config): string | null {
  if (!commerceGate) return null;
  return `${publicOrigin}/service/subscriptions/notice/commercegate?key=${noticeKey(commerceGate.secret)}`;
}

/** The payment gateways that a deployment has set up, by name. */
export function configuredGateways({ directa24, publicOrigin }: Config): Readonly<Record<string, Gateway>> {
  if (!directa24) return {};
  const { apiUrl, pageOrigins: _origins, ...keys } = directa24;
  return {
    directa24: createDirecta24({
      ...keys,
      apiUrl: () => apiUrl,
      notificationUrl: () => `${publicOrigin}/service/payments/callback/directa24`,
      now: () => new Date(),
    }),
  };
}

/** The gateways of subscriptions that a deployment has set up, by name. */
export function configuredMemberships({ commerceGate }: Config): Readonly<Record<string, MembershipGateway>> {
  if (!commerceGate) return {};
  const { checkoutUrl, apiUrl, ...settings } = commerceGate;
  return {
    commercegate: createCommerceGate({ ...settings, checkoutUrl: () => checkoutUrl, apiUrl: () => apiUrl }),
  };
}
