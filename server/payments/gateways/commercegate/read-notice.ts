import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { toCents } from "../../rules/prices.ts";
import type { MembershipEvent, MembershipNotice } from "../membership-gateway.ts";
import { readFlatXml } from "./flat-xml.ts";

const types = [
  "SALE",
  "REBILL",
  "REFUND",
  "CHARGEBACK",
  "CANCELMEMBERSHIPNOTIFY",
  "CANCELMEMBERSHIP",
] as const;

const word = z.string().min(1).max(80);
/** The fields that are read; the payer's password and card holder, which come too, are not. */
const noticeShape = z.object({
  TransactionType: z.enum(types),
  TransactionID: word,
  TransactionReferenceID: z.string().max(80).default(""),
  OfferID: z.string().max(80).default(""),
  Amount: z.string().max(12).default(""),
  Currency: z.string().max(3).default(""),
  op1: word,
  op2: word,
});
type Notice = z.output<typeof noticeShape>;

/** Reads a notice and checks its seal, the one that `sealOf` names for the membership. */
export function readNotice(rawBody: Buffer, sealOf: (reference: string) => string): MembershipNotice {
  const fields = readFlatXml(rawBody.toString("utf8"), "cgCallback");
  const parsed = noticeShape.safeParse(fields);
  if (!parsed.success) return { ok: false, refusal: "malformed" };
  const notice = parsed.data;
  if (!isSame(notice.op2, sealOf(notice.op1))) return { ok: false, refusal: "bad_signature" };
  const event = eventOf(notice);
  if (!event) return { ok: false, refusal: "malformed" };
  const dedupeKey = `${notice.TransactionType}:${notice.TransactionID}`;
  return { ok: true, dedupeKey, reference: notice.op1, event };
}

function isSame(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function eventOf(notice: Notice): MembershipEvent | null {
  switch (notice.TransactionType) {
    case "CANCELMEMBERSHIPNOTIFY":
      return { kind: "canceled" };
    case "CANCELMEMBERSHIP":
      return { kind: "ended" };
    case "SALE":
    case "REBILL": {
      const sum = sumOf(notice);
      const renewal = notice.TransactionType === "REBILL";
      const { TransactionID: transactionId, OfferID: offerId } = notice;
      return sum && { kind: "paid", transactionId, renewal, offerId, ...sum };
    }
    case "REFUND":
    case "CHARGEBACK": {
      const sum = sumOf(notice);
      const kind = notice.TransactionType === "REFUND" ? "refunded" : "charged_back";
      if (!sum || notice.TransactionReferenceID === "") return null;
      return { kind, transactionId: notice.TransactionReferenceID, ...sum };
    }
  }
}

function sumOf({ Amount, Currency }: Notice): { amountCents: number; currency: string } | null {
  const amountCents = /^\d{1,6}\.\d{2}$/.test(Amount) ? toCents(Number(Amount)) : null;
  if (amountCents === null || amountCents === 0 || !/^[A-Z]{3}$/.test(Currency)) return null;
  return { amountCents, currency: Currency };
}
