import { sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";

export type BookStep = "succeeded" | "refunded" | "charged_back" | "chargeback_reversed";

/** Payments of one gateway and currency that took this step in the span. Cents of the currency, whole tokens. */
export type BookLine = {
  gateway: string;
  currency: string;
  step: BookStep;
  count: number;
  cents: number;
  tokens: number;
};

export type Span = { from: Date; before: Date };

export type Difference = {
  /**
   * `not_credited`: it succeeded and no tokens came. `other_tokens`: the ledger has another number. `no_payment`: a notice
   * that fits no payment for sure. `other_sum`: a notice of another sum, or of a second payment. `open_long`: nothing final
   * is known after an hour. `part_open`: the gateway has not answered for a part that it was asked to give back.
   */
  kind: "not_credited" | "other_tokens" | "no_payment" | "other_sum" | "open_long" | "part_open";
  gateway: string;
  paymentId: string | null;
  orderId: string | null;
  /**
   * Details that help to find it at the gateway: sum, currency and last digits of a card, as far as they are known.
   */
  detail: string;
  at: Date;
};

/** A span of time as the payments, the gateways' notices and the ledger have it, and where they differ. */
export type Books = { lines: BookLine[]; differences: Difference[] };

const differencesMax = 200;

/** The steps of payments in a span, added up by gateway, currency and step. */
export function bookLines(reader: Reader, { from, before }: Span): Promise<BookLine[]> {
  return readRows(
    reader,
    sql<BookLine>`
      with moved as (
        select intent.gateway, intent.currency, event.to_state as step,
          -- Parts that had been refunded before were refunded on another day, or stand beside it.
          intent.amount_cents - case event.to_state when 'refunded' then coalesce(parts.cents, 0) else 0 end as cents,
          intent.base_tokens + intent.bonus_tokens
            - case event.to_state when 'succeeded' then 0 else coalesce(parts.tokens, 0) end as tokens
        from payments.intent_event as event
        join payments.intent as intent on intent.id = event.intent_id
        -- A payment that was settled later belongs to its own day, and leaves this one as it was.
        cross join lateral (
          select sum(amount_cents) as cents, sum(tokens) as tokens from payments.part_refund
          where intent_id = intent.id and state = 'done' and settled_at <= event.at) as parts
        where event.at >= ${from} and event.at < ${before}
          and event.to_state in ('succeeded', 'refunded', 'charged_back', 'chargeback_reversed')
        union all
        select intent.gateway, intent.currency, 'refunded', part.amount_cents, part.tokens
        from payments.part_refund as part join payments.intent as intent on intent.id = part.intent_id
        where part.state = 'done' and part.settled_at >= ${from} and part.settled_at < ${before}
          -- A payment that had gone back as a whole by then has been counted as a whole.
          and not exists (select from payments.intent_event where intent_id = part.intent_id
            and to_state = 'refunded' and at < part.settled_at))
      select gateway, currency, step, count(*)::int as count, sum(cents)::bigint as cents, sum(tokens)::bigint as tokens
      from moved group by 1, 2, 3 order by 1, 2, 3`,
  );
}

export type Credited = {
  id: string;
  orderId: string;
  gateway: string;
  transferId: number | null;
  tokens: number;
  /**
   * The tokens among them that partial refunds took back before a dispute was won; winning it credited only the
   * others.
   */
  partTokens: number;
  at: Date;
};

/** The payments that succeeded in a span, with the transfer that credited them. */
export function creditedIn(reader: Reader, { from, before }: Span): Promise<Credited[]> {
  return readRows(
    reader,
    sql<Credited>`
      select intent.id, intent.order_id as "orderId", intent.gateway, intent.transfer_id as "transferId",
        intent.base_tokens + intent.bonus_tokens as tokens, event.at,
        coalesce((select sum(tokens) from payments.part_refund where intent_id = intent.id and state = 'done'
          and settled_at <= (select max(won.at) from payments.intent_event as won
            where won.intent_id = intent.id and won.to_state = 'chargeback_reversed')), 0)::int as "partTokens"
      from payments.intent_event as event join payments.intent as intent on intent.id = event.intent_id
      where event.at >= ${from} and event.at < ${before} and event.to_state = 'succeeded'
      order by event.at`,
  );
}

export type OddNotice = {
  gateway: string;
  dedupeKey: string;
  intentId: string | null;
  verdict: "no_intent" | "mismatch";
  amountCents: number | null;
  currency: string | null;
  last4: string | null;
  at: Date;
};

/**
 * Notices of gateways in a span that fit no payment, or report another sum or payment than was agreed; the first 200. Chargebacks that
 * staff have resolved are left out.
 */
export function oddNotices(reader: Reader, { from, before }: Span): Promise<OddNotice[]> {
  return readRows(
    reader,
    sql<OddNotice>`
      select gateway, dedupe_key as "dedupeKey", intent_id as "intentId", verdict,
        (report ->> 'amountCents')::bigint as "amountCents", report ->> 'currency' as currency,
        report ->> 'last4' as last4, received_at as at
      from payments.callback_inbox
      where received_at >= ${from} and received_at < ${before} and verdict in ('no_intent', 'mismatch')
        and not exists (select from payments.resolved_chargeback where inbox_id = callback_inbox.id)
      order by received_at limit ${differencesMax}`,
  );
}

export type LongOpen = { id: string; orderId: string; gateway: string; at: Date };

export type OpenPart = LongOpen & { amountCents: number; currency: string };

/** Parts that staff asked for in a span and that the gateway has not answered for yet; the first 200. */
export function partsOpenSince(reader: Reader, { from, before }: Span): Promise<OpenPart[]> {
  return readRows(
    reader,
    sql<OpenPart>`
      select intent.id, intent.order_id as "orderId", intent.gateway, part.asked_at as at,
        part.amount_cents as "amountCents", intent.currency
      from payments.part_refund as part join payments.intent as intent on intent.id = part.intent_id
      where part.state = 'asked' and part.asked_at >= ${from} and part.asked_at < ${before}
      order by part.asked_at limit ${differencesMax}`,
  );
}

/** Payments begun in a span about which nothing final is known yet; the first 200. */
export function openSince(reader: Reader, { from, before }: Span): Promise<LongOpen[]> {
  return readRows(
    reader,
    sql<LongOpen>`
      select id, order_id as "orderId", gateway, created_at as at from payments.intent
      where state in ('submitting', 'unknown', 'pending') and created_at >= ${from} and created_at < ${before}
      order by created_at limit ${differencesMax}`,
  );
}
