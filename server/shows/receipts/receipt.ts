import type { Language } from "#contract/common.ts";
import type { ShowReceipt } from "#contract/paid-shows.ts";
import type { ShowState } from "#contract/show-state.ts";
import type { Reader } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { shownName } from "#server/rooms/rooms.ts";
import type { ShowsNeeds } from "../needs.ts";
import { type Meter, owedMinimum, secondsServed, tokensDue } from "../rules/meter.ts";
import { type ParticipantRow, participantById, pausesOf } from "../store/participants-store.ts";
import { ratedSince } from "./rate-show.ts";
import { showReceiptSheet } from "./receipt-sheet.ts";

/** How a show stands this second for one of its fans: what was seen of it, or kept last. */
type Keeper = { newest(row: ParticipantRow): Meter; stateOf(row: ParticipantRow): Promise<ShowState> };

/**
 * A fan's show, and every transfer of it in the fan's statement. The receipt of a show that still runs says how it
 * stands so far.
 */
export function showReceipt(needs: ShowsNeeds, keeper: Keeper) {
  const { db } = needs;
  return async (fanId: number, showId: number): Promise<Result<{ receipt: ShowReceipt }, "unknown_show">> => {
    const row = await participantById(db, showId);
    if (row?.fan_id !== fanId) return refuse("unknown_show");
    return ok({
      receipt: await readReceipt(db, needs, row, {
        show: await keeper.stateOf(row),
        meter: keeper.newest(row),
      }),
    });
  };
}

/** The receipt as a document, with the name of its fan. */
export function showReceiptDocument(needs: ShowsNeeds, keeper: Parameters<typeof showReceipt>[1]) {
  const read = showReceipt(needs, keeper);
  return async (fanId: number, showId: number, language: Language) => {
    const found = await read(fanId, showId);
    if (!found.ok) return found;
    const login = (await needs.accounts.byId(needs.db, fanId))?.login ?? "";
    return ok({ sheet: showReceiptSheet(found.receipt, login, language), at: needs.clock.now() });
  };
}

/** The receipt of a show in this state. */
export async function readReceipt(
  reader: Reader,
  { wallet, payments, clock }: Pick<ShowsNeeds, "wallet" | "payments" | "clock">,
  row: ParticipantRow,
  { show, meter }: { show: ShowState; meter: Meter },
): Promise<ShowReceipt> {
  const pauses = await pausesOf(reader, row.id);
  const moved = row.hold_id === null ? [] : await wallet.movedByHold(reader, row.hold_id);
  const { tokens, ...price } = priceParts(meter, row);
  // While it runs more is set aside than is spent.
  const last = moved.at(-1);
  const spent = row.ended_at === null && last ? [{ ...last, tokens: -tokens }] : moved;
  return {
    show,
    rating: row.rating,
    rating_open: row.ended_at !== null && row.ended_at >= ratedSince(clock.now()),
    name: shownName({ modelId: row.model_id, name: row.model_name, slug: row.slug }),
    ...price,
    pauses: pauses.map(({ reason, began_at, ended_at }) => ({
      reason,
      from: began_at.toISOString(),
      to: ended_at?.toISOString() ?? null,
    })),
    tokens,
    money: await payments.worthOf(reader, row.fan_id, spent),
    transfers: moved.map(({ transferId }) => transferId),
  };
}

type Price = Pick<ShowReceipt, "steps" | "free_seconds" | "minimum" | "waived" | "tokens">;

/**
 * The price of a show by its meter, in parts from which it can be recomputed; while it is open, the price that is due
 * so far.
 */
export function priceParts(
  meter: Meter,
  { minimum, spent, end_reason }: Pick<ParticipantRow, "minimum" | "spent" | "end_reason">,
): Price {
  const { price } = meter;
  const served = secondsServed(meter);
  if (!price) return { steps: [], free_seconds: served, minimum: 0, waived: 0, tokens: spent };
  const owed = end_reason === null ? 0 : owedMinimum(meter, { minimum, reason: end_reason });
  const due = Math.max(tokensDue(meter), owed);
  const tokens = end_reason === null ? Math.max(spent, due) : spent;
  const steps = (price.steps ?? [])
    .filter(({ seconds }) => seconds > 0)
    .map(({ from, seconds, rate }) => ({
      from: new Date(from).toISOString(),
      ...{ seconds, rate, tokens: stepTokens(seconds * rate) },
    }));
  const free_seconds = Math.min(price.freeSeconds, served);
  return { steps, free_seconds, minimum: owed, waived: due - tokens, tokens };
}

/**
 * Tokens of so many sixtieths, rounded up to a binary fraction: sums of such numbers are exact, and lie so little above those
 * of the true ones that they round down alike, which sums of decimal fractions do not (0.1 ten times is less than 1).
 */
const stepTokens = (units: number) => Math.ceil((units * 2 ** 26) / 60) / 2 ** 26;
