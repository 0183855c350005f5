import type { Clock } from "#server/kit/clock.ts";
import type { Faults } from "../faults.ts";
import { createMessageSender } from "../messages.ts";
import type { Membership } from "./membership.ts";

export type NoticeType =
  | "SALE"
  | "REBILL"
  | "REFUND"
  | "CHARGEBACK"
  | "CANCELMEMBERSHIPNOTIFY"
  | "CANCELMEMBERSHIP";

/** The faults that can be set for notices. */
export type NoticeKnobs = {
  /** Wait before each notice, ms. */
  delayMs: number;
  /** Send each notice this many times. */
  copies: number;
  /** Seal notices with somebody else's seal. */
  badSeal: boolean;
  /** Name this amount instead of the one paid. */
  wrongAmount: string | null;
};

export const plainNotices: NoticeKnobs = { delayMs: 300, copies: 1, badSeal: false, wrongAmount: null };

/** The payment that a notice is about, and the sum, that of the membership unless given. */
export type NoticeAbout = { referenceId: string; amount?: string | undefined };

export type NoticeSender = {
  /** Plans a notice; it is tried up to 5 times until the merchant answers `SUCCESS`. */
  send(type: NoticeType, membership: Membership, transactionId: string, about?: NoticeAbout): void;
  stop(): void;
};

export type NoticeNeeds = {
  url: () => string;
  websiteId: string;
  clock: Clock;
  knobs: () => NoticeKnobs;
  faults?: Faults | undefined;
  fetch: typeof fetch;
};

const retryPausesMs = [1_000, 5_000, 25_000, 125_000] as const;
const timeoutMs = 10_000;

/** Sends notices by the knobs of the moment. */
export function createNoticeSender(needs: NoticeNeeds): NoticeSender {
  const sender = createMessageSender({ ...needs, retryPausesMs });
  return {
    send(type, membership, transactionId, { referenceId, amount } = { referenceId: "" }) {
      const { delayMs, copies, badSeal, wrongAmount } = needs.knobs();
      const body = noticeBody({
        TransactionType: type,
        TransactionID: transactionId,
        TransactionReferenceID: referenceId,
        OfferName: `Membership ${membership.packid}`,
        OfferID: membership.packid,
        Amount: wrongAmount ?? amount ?? membership.amount,
        Currency: "USD",
        UserID: membership.username,
        Email: membership.email,
        WebsiteID: needs.websiteId,
        op1: membership.op1,
        op2: badSeal ? "0".repeat(64) : membership.op2,
      });
      // There is no call by which the merchant could ask.
      sender.send(() => post(needs, body), { delayMs, copies, isOnlyWord: true });
    },
    stop: sender.stop,
  };
}

/** A notice as XML of one level. */
export function noticeBody(fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([name, value]) => `  <${name}>${escapeXml(value)}</${name}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<cgCallback>\n${lines.join("\n")}\n</cgCallback>\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

async function post(needs: NoticeNeeds, body: string): Promise<boolean> {
  try {
    const response = await needs.fetch(needs.url(), {
      method: "POST",
      headers: { "content-type": "text/xml; charset=utf-8" },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok && /^success$/i.test((await response.text()).trim());
  } catch {
    return false;
  }
}
