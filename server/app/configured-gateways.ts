import type { Config } from "#server/config.ts";
import { createCommerceGateTokens } from "#server/payments/gateways/commercegate/commercegate-tokens.ts";
import { createCommerceGate, noticeKey } from "#server/payments/gateways/commercegate/commercegate.ts";
import { createDirecta24 } from "#server/payments/gateways/directa24/directa24.ts";
import { createNmi } from "#server/payments/gateways/nmi/nmi.ts";
import type { Gateway, MembershipGateway } from "#server/payments/payments.ts";

/** The address that CommerceGate sends its notices to; knowing it is one of the three proofs. */
function noticeAddress({ commerceGate, publicOrigin }: Config): string | null {
  if (!commerceGate) return null;
  return `${publicOrigin}/service/subscriptions/notice/commercegate?key=${noticeKey(commerceGate.secret)}`;
}

/** The payment gateways that a deployment has set up, by name. */
export function configuredGateways({
  nmi,
  directa24,
  commerceGate,
  publicOrigin,
}: Config): Readonly<Record<string, Gateway>> {
  return {
    ...(nmi && {
      nmi: createNmi({
        ...nmi,
        apiUrl: () => nmi.apiUrl,
        threeDs: nmi.checkoutKey ? { checkoutKey: nmi.checkoutKey, publicOrigin: () => publicOrigin } : null,
      }),
    }),
    ...(directa24 && {
      directa24: createDirecta24({
        ...directa24,
        apiUrl: () => directa24.apiUrl,
        notificationUrl: () => callbackUrl(publicOrigin, "directa24"),
        now: () => new Date(),
      }),
    }),
    ...(commerceGate?.tokens && {
      commercegate: createCommerceGateTokens({
        ...commerceGate,
        ...commerceGate.tokens,
        direct: null,
        checkoutUrl: () => commerceGate.checkoutUrl,
        apiUrl: () => commerceGate.apiUrl,
      }),
    }),
  };
}

const callbackUrl = (publicOrigin: string, gateway: string) =>
  `${publicOrigin}/service/payments/callback/${gateway}`;

/**
 * The notes that an operator reads at the start about payments: the addresses that gateways report to, and the things
 * that cannot be bought.
 */
export function paymentNotes(config: Config): string[] {
  const { nmi, directa24, commerceGate, publicOrigin, demo } = config;
  const notices = noticeAddress(config);
  return [
    ...(nmi ? [`Payments: NMI sends its webhooks to ${callbackUrl(publicOrigin, "nmi")}`] : []),
    ...(directa24 ? [`Payments: Directa24 reports to ${callbackUrl(publicOrigin, "directa24")}`] : []),
    ...(notices ? [`Subscriptions: CommerceGate sends its notices to ${notices}`] : []),
    ...(commerceGate?.tokens
      ? [
          `Payments: CommerceGate sends its notices of tokens to ${callbackUrl(publicOrigin, "commercegate")}?key=${noticeKey(commerceGate.secret)}`,
        ]
      : []),
    ...(demo || nmi || commerceGate?.tokens ? [] : [noCards]),
  ];
}

const noCards =
  "Payments: no gateway takes cards, so purchases are not open yet (see NMI_SECURITY_KEY and COMMERCEGATE_TOKENS_WID)";

/** The gateways of subscriptions that a deployment has set up, by name. */
export function configuredMemberships({ commerceGate }: Config): Readonly<Record<string, MembershipGateway>> {
  if (!commerceGate) return {};
  const { checkoutUrl, apiUrl, direct, ...settings } = commerceGate;
  return {
    commercegate: createCommerceGate({
      ...settings,
      checkoutUrl: () => checkoutUrl,
      apiUrl: () => apiUrl,
      direct: direct && { ...direct, url: () => direct.url },
    }),
  };
}
