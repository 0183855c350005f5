import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { toCents } from "../../rules/prices.ts";
import { looseText } from "../loose-fields.ts";
import type { MembershipEvent, MembershipNotice } from "../membership-gateway.ts";
import { noted } from "../noted.ts";

/** The fields that are read; the payer's password and card holder, which come too, are not. */
const noticeShape = z.object({
  TransactionType: looseText,
  TransactionID: looseText,
  TransactionReferenceID: looseText,
  OfferID: looseText,
  Amount: looseText,
  Currency: looseText,
  op1: looseText,
  op2: looseText,
});
type Notice = z.output<typeof noticeShape>;

/**
 * Reads a notice, as XML or as "String", and checks its seal, the one that `sealOf` names for the membership. One of a type
 * that is not sold here (UPSELL), or that is not known, and one whose sum cannot be read, is noted.
 */
export function readNotice(rawBody: Buffer, sealOf: (reference: string) => string): MembershipNotice {
  const text = rawBody.toString("utf8");
  const fields = isXml(rawBody) ? readFlatXml(text, "cgCallback") : readString(text);
  const notice = noticeShape.safeParse(fields ?? undefined).data;
  if (!notice?.TransactionType || !notice.TransactionID) return { ok: false, refusal: "malformed" };
  const { TransactionType: type, TransactionID: transaction, op1: reference } = notice;
  const about = { type, transaction, sum: `${notice.Amount} ${notice.Currency}`.trim(), reference };
  if (!types.has(type)) return noted(rawBody, about);
  if (reference === "" || !isSame(notice.op2, sealOf(reference)))
    return { ok: false, refusal: "bad_signature" };
  const event = eventOf(notice);
  if (!event) return noted(rawBody, about);
  return { ok: true, kind: "event", dedupeKey: noticeKeyOf(type, transaction), reference, event };
}

/** The key of a notice: the number of its transaction, which an answer of the gateway may have named before. */
export const noticeKeyOf = (type: string, transaction: string): string => `${type}:${transaction}`;

const types: ReadonlySet<string> = new Set([
  ...["SALE", "REBILL", "REFUND", "CHARGEBACK"],
  ...["CANCELMEMBERSHIPNOTIFY", "CANCELMEMBERSHIP"],
]);

/** Is it the XML form of a notice? The other one is a form with one field, `message`. */
export function isXml(rawBody: Buffer): boolean {
  return /^\uFEFF?\s*</.test(rawBody.toString("utf8"));
}

/** The fields of the "String" form in their order; the last two may be left out. */
const stringFields = [
  ...["TransactionType", "TransactionID", "TransactionReferenceID", "OfferName", "OfferID", "Amount"],
  ...["Currency", "UserID", "UserPW", "Email", "IP", "CountryISO", "CardHolder", "CustomerID", "WebsiteID"],
  ...["op1", "op2", "op3", "nmu"],
] as const;

/**
 * Reads a notice of the "String" form: values joined by `#`. Where one of them holds that sign itself, nothing shows which,
 * so that only type and number are read. Null for anything else.
 */
function readString(text: string): Record<string, string> | null {
  const values = (new URLSearchParams(text).get("message") ?? "").split("#");
  if (values.length < stringFields.length - 2) return null;
  if (values.length > stringFields.length)
    return { TransactionType: `${values[0]} with too many fields`, TransactionID: values[1] ?? "" };
  return Object.fromEntries(stringFields.map((name, place) => [name, values[place] ?? ""]));
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
    default:
      return null;
  }
}

/** `10.90`, and as some amounts come, `10.9` and `10`. */
function sumOf({ Amount, Currency }: Notice): { amountCents: number; currency: string } | null {
  const amountCents = /^\d{1,6}(\.\d{1,2})?$/.test(Amount) ? toCents(Number(Amount)) : null;
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
