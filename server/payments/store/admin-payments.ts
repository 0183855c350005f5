import type { Reader } from "#server/kit/database/database.ts";
import { type IntentState, openStates } from "../rules/states.ts";
import type { Intent } from "./intents.ts";
import { type EventSource, type ReportVerdict, readPayments } from "./tables.ts";

/** How staff find payments; several may match, none means all. */
export type PaymentKey = { id: string } | { orderId: string } | { fanIds: readonly number[] } | null;

export const adminPageSize = 20;

/** The newest payments of everybody, so many at most, and how many there are. */
export async function findPayments(
  reader: Reader,
  key: PaymentKey,
  limit: number,
): Promise<{ rows: Intent[]; total: number }> {
  const rows = await readPayments(reader)
    .selectFrom("payments.intent")
    .selectAll()
    .select((eb) => eb.fn.countAll<number>().over().as("total"))
    .$if(key !== null && "id" in key, (query) => query.where("id", "=", (key as { id: string }).id))
    .$if(key !== null && "orderId" in key, (query) =>
      query.where("order_id", "=", (key as { orderId: string }).orderId),
    )
    .$if(key !== null && "fanIds" in key, (query) =>
      query.where("fan_id", "in", (key as { fanIds: readonly number[] }).fanIds),
    )
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return { rows, total: rows[0]?.total ?? 0 };
}

/** One payment of anybody, or undefined. */
export function intentById(reader: Reader, id: string): Promise<Intent | undefined> {
  return readPayments(reader)
    .selectFrom("payments.intent")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

export type PaymentEvent = {
  /** Null at the beginning, and for reports that changed nothing. */
  from: IntentState | null;
  to: IntentState;
  /** `superseded`: a report that came too late to change anything; `mismatch`: one of another sum or payment, which does not count. */
  verdict: ReportVerdict;
  source: EventSource;
  detail: string | null;
  at: Date;
};

/** Everything that a payment went through, oldest first: the steps it took, and the reports that changed nothing. */
export async function historyOf(reader: Reader, intentId: string): Promise<PaymentEvent[]> {
  const steps = await readPayments(reader)
    .selectFrom("payments.intent_event")
    .select(["from_state as from", "to_state as to", "source", "detail", "at"])
    .where("intent_id", "=", intentId)
    .orderBy("id")
    .execute();
  const late = await readPayments(reader)
    .selectFrom("payments.report")
    .select(["state as to", "verdict", "source", "detail", "at"])
    .where("intent_id", "=", intentId)
    .where("verdict", "<>", "applied")
    .orderBy("id")
    .execute();
  return [
    ...steps.map((step) => ({ ...step, verdict: "applied" as const })),
    ...late.map((report) => ({ ...report, from: null })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** How many payments wait for a gateway's report, and since when the oldest. */
export async function countWaiting(reader: Reader): Promise<{ waiting: number; oldest: Date | null }> {
  return readPayments(reader)
    .selectFrom("payments.intent")
    .select((eb) => [eb.fn.countAll<number>().as("waiting"), eb.fn.min("created_at").as("oldest")])
    .where("state", "in", ["submitting", ...openStates])
    .executeTakeFirstOrThrow();
}
