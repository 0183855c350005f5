import { createHmac, timingSafeEqual } from "node:crypto";
import type { TermMonths } from "#contract/subscription-terms.ts";
import { toDecimal } from "../../rules/prices.ts";
import type { FormOpened, Membership, MembershipGateway, MembershipOrder } from "../membership-gateway.ts";
import { type DirectGateway, refundPayment } from "./direct-refund.ts";
import { postForm } from "./post-form.ts";
import { isXml, readNotice } from "./read-notice.ts";

export type CommerceGateSettings = {
  /** The merchant's number and website, and the password of the customer API. */
  customerId: string;
  websiteId: string;
  password: string;
  /** Seals memberships and guards the address of notices; at least 32 characters. */
  secret: string;
  /** Base of the hosted form, `…/get-token` and `…/`; asked for at each call. */
  checkoutUrl: () => string;
  /** The checkout's address as the payer's browser reaches it; `checkoutUrl` unless given. */
  publicCheckoutUrl?: () => string;
  /** Base of the customer API, `…/cancel-membership`. */
  apiUrl: () => string;
  /** Name of the API's call that renews a cancelled membership again; null where the contract has none. */
  resumeCall: string | null;
  /** Name of the API's call that moves a membership to another package from its next renewal on; null: none. */
  priceCall: string | null;
  /** The Direct gateway, which takes refunds; null: they are made in the provider's own office. */
  direct: DirectGateway | null;
  /** IP addresses that notices come from. */
  noticeAddresses: readonly string[];
  /** The provider's packages: number, price in cents of US dollars, and the months that a payment buys, one unless given. */
  offers: readonly { id: string; amountCents: number; months?: TermMonths }[];
  timeoutMs?: number;
  fetch?: typeof fetch;
};

const tokenShape = /^[\w.~-]{8,300}$/;

/**
 * The adapter of CommerceGate's memberships: a token for the hosted form, notices as XML or "String", and the customer API.
 * No document of theirs is public: form fields are as in rodrigosobrero/ccm-commercegate, notices as in
 * naoisegolden/commercegate-module, refunds as in activemerchant/active_merchant (`direct-refund.ts`).
 * Notices carry no signature. They are authenticated by an unguessable address that only the provider knows, the address
 * they come from, and in `op2` the seal that we gave the provider with the membership and nobody else has seen.
 */
export function createCommerceGate(settings: CommerceGateSettings): MembershipGateway {
  return {
    name: "commercegate",
    capabilities: { takes: [{ method: "card", purpose: "subscription", currency: "USD" }] },
    label: "CommerceGate",
    offers: settings.offers.map((offer) => ({ months: 1, ...offer, currency: "USD" })),
    canResume: settings.resumeCall !== null,
    canReprice: settings.priceCall !== null,
    openForm: (order) => openForm(settings, order),
    setRenewal: (membership, on) => setRenewal(settings, membership, on),
    setOffer: (membership, offerId) => setOffer(settings, membership, offerId),
    ...refundsOf(settings),
    parseNotice(callback) {
      if (!isFromThem(settings, callback)) return { ok: false, refusal: "bad_signature" };
      return readNotice(callback.rawBody, (reference) => sealOf(settings.secret, reference));
    },
    acknowledge: (notice, callback) => acknowledgementOf(notice.ok ? "ok" : notice.refusal, callback),
  };
}

function refundsOf(settings: CommerceGateSettings): Pick<MembershipGateway, "refund"> {
  const { direct } = settings;
  return direct ? { refund: (refund) => refundPayment({ ...settings, direct }, refund) } : {};
}

/** The two forms of notices are acknowledged in words of their own. */
export function acknowledgementOf(
  verdict: "ok" | "bad_signature" | "malformed",
  { rawBody }: { rawBody: Buffer },
): { status: number; body: string } {
  if (verdict === "ok") return { status: 200, body: isXml(rawBody) ? "SUCCESS" : "success" };
  return verdict === "malformed" ? { status: 400, body: "MALFORMED" } : { status: 401, body: "REFUSED" };
}

/** The secret part of the address where notices are taken, as its query `key`. */
export function noticeKey(secret: string): string {
  return createHmac("sha256", secret).update("commercegate notices").digest("base64url");
}

/** The seal of one membership, which only we and the provider can make. */
export function sealOf(secret: string, reference: string): string {
  return createHmac("sha256", secret).update(`commercegate membership ${reference}`).digest("hex");
}

/** The provider's name for a payer: one for each membership, so that its number and our reference are the same thing. */
export function userNameOf(reference: string): string {
  return `m${reference.replaceAll("-", "")}`;
}

function isFromThem(
  settings: CommerceGateSettings,
  { address, path }: { address: string; path: string },
): boolean {
  const sent = Buffer.from(new URL(path, "http://here").searchParams.get("key") ?? "");
  const expected = Buffer.from(noticeKey(settings.secret));
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return false;
  return settings.noticeAddresses.includes(address.replace(/^::ffff:/, ""));
}

async function openForm(settings: CommerceGateSettings, order: MembershipOrder): Promise<FormOpened> {
  const offer = settings.offers.find(({ id }) => id === order.offerId);
  const answer = await postForm(settings, `${settings.checkoutUrl()}/get-token`, {
    cid: settings.customerId,
    wid: settings.websiteId,
    packid: order.offerId,
    username: userNameOf(order.reference),
    email: order.email,
    amount: toDecimal(offer?.amountCents ?? 0),
    op1: order.reference,
    op2: sealOf(settings.secret, order.reference),
  });
  const token = answer.text?.trim() ?? "";
  if (answer.status !== 200 || !tokenShape.test(token)) return { kind: "unknown", detail: answer.detail };
  const form = new URLSearchParams({
    cid: settings.customerId,
    wid: settings.websiteId,
    token,
    successUrl: order.successUrl,
    failedUrl: order.failedUrl,
    lang: order.language,
  });
  const base = settings.publicCheckoutUrl?.() ?? settings.checkoutUrl();
  return { kind: "form", url: `${base}/?${form}` };
}

async function setRenewal(settings: CommerceGateSettings, membership: Membership, on: boolean) {
  if (on && settings.resumeCall === null) return { kind: "unknown", detail: "no call resumes" } as const;
  return callCustomerApi(settings, on ? String(settings.resumeCall) : "cancel-membership", membership, {});
}

async function setOffer(settings: CommerceGateSettings, membership: Membership, offerId: string) {
  const offer = settings.offers.find(({ id }) => id === offerId);
  if (settings.priceCall === null || !offer) return { kind: "unknown", detail: "no call reprices" } as const;
  const next = { packid: offer.id, amount: toDecimal(offer.amountCents) };
  return callCustomerApi(settings, settings.priceCall, membership, next);
}

async function callCustomerApi(
  settings: CommerceGateSettings,
  call: string,
  membership: Membership,
  more: Readonly<Record<string, string>>,
) {
  const answer = await postForm(settings, `${settings.apiUrl()}/${call}`, {
    customerId: settings.customerId,
    password: settings.password,
    websiteId: settings.websiteId,
    username: userNameOf(membership.reference),
    first_trx: membership.firstTransactionId,
    ...more,
  });
  const isDone = answer.status === 200 && /^success$/i.test(answer.text?.trim() ?? "");
  return isDone ? ({ kind: "done" } as const) : ({ kind: "unknown", detail: answer.detail } as const);
}
