import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { toCents } from "../../rules/prices.ts";
import type { MembershipEvent, MembershipNotice } from "../membership-gateway.ts";

const types = [
  "SALE",
  "REBILL",
  "REFUND",
  "CHARGEBACK",
  "CANCELMEMBERSHIPNOTIFY",
  "CANCELMEMBERSHIP",
] as const;

const shortText = z.string().min(1).max(80);
/** The fields that are read; the payer's password and card holder, which come too, are not. */
const noticeShape = z.object({
  TransactionType: z.enum(types),
  TransactionID: shortText,
  TransactionReferenceID: z.string().max(80).default(""),
  OfferID: z.string().max(80).default(""),
  Amount: z.string().max(12).default(""),
  Currency: z.string().max(3).default(""),
  op1: shortText,
  op2: shortText,
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

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/**
 * Reads a document of one level, `<root><name>text</name>…</root>`, as a record. Null for anything else: attributes,
 * nesting, a name twice, comments, CDATA, and above all a DTD are no part of it, so there is nothing to expand.
 */
export function readFlatXml(text: string, root: string): Record<string, string> | null {
  const document = text.replace(/^\uFEFF?\s*(<\?xml [^?>]*\?>)?\s*/, "").trimEnd();
  const [open, close] = [`<${root}>`, `</${root}>`];
  if (!document.startsWith(open) || !document.endsWith(close)) return null;
  const inner = document.slice(open.length, -close.length);
  const fields: Record<string, string> = Object.create(null);
  const field = /\s*<([A-Za-z][\w]{0,63})(?:\s*\/>|>([^<]*)<\/\1>)/y;
  let end = 0;
  for (let match = field.exec(inner); match; match = field.exec(inner)) {
    const [, name = "", value = ""] = match;
    if (name in fields) return null;
    fields[name] = decode(value);
    end = field.lastIndex;
  }
  return inner.slice(end).trim() === "" ? fields : null;
}

/** The five entities that XML itself knows, and characters by number; others stay as they are. */
function decode(text: string): string {
  return text.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,6})|#x([0-9a-fA-F]{1,5}));/g,
    (all, name, decimal, hex) => {
      if (name) return entities[name] ?? all;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
}
