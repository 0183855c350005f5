import type { Language } from "#contract/common.ts";
import type { ShowReceipt } from "#contract/paid-shows.ts";
import type { ShowState } from "#contract/show-state.ts";
import type { Reader } from "#server/kit/database/database.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { erasedSlug } from "../forget-person.ts";
import type { RoomsNeeds } from "../needs.ts";
import { type ParticipantRow, participantById, pausesOf } from "../store/participants-store.ts";
import { ratedSince } from "./rate-show.ts";
import { showReceiptSheet } from "./receipt-sheet.ts";

/** What a fan's show was, and every transfer of it in the fan's statement. One that still runs has a receipt of what it is so far. */
export function showReceipt(needs: RoomsNeeds, keeper: { stateOf(row: ParticipantRow): Promise<ShowState> }) {
  const { db } = needs;
  return async (fanId: number, showId: number): Promise<Result<{ receipt: ShowReceipt }, "unknown_show">> => {
    const row = await participantById(db, showId);
    if (row?.fan_id !== fanId) return refuse("unknown_show");
    return ok({ receipt: await readReceipt(db, needs, row, await keeper.stateOf(row)) });
  };
}

/** The same as a document, with the name of its fan. */
export function showReceiptDocument(needs: RoomsNeeds, keeper: Parameters<typeof showReceipt>[1]) {
  const read = showReceipt(needs, keeper);
  return async (fanId: number, showId: number, language: Language) => {
    const found = await read(fanId, showId);
    if (!found.ok) return found;
    const login = (await needs.accounts.byId(needs.db, fanId))?.login ?? "";
    return ok({ sheet: showReceiptSheet(found.receipt, login, language), at: needs.clock.now() });
  };
}

/** The receipt of a show in the state of `show`. */
export async function readReceipt(
  reader: Reader,
  { wallet, worthOf, clock }: Pick<RoomsNeeds, "wallet" | "worthOf" | "clock">,
  row: ParticipantRow,
  show: ShowState,
): Promise<ShowReceipt> {
  const pauses = await pausesOf(reader, row.id);
  const moved = row.hold_id === null ? [] : await wallet.movedByHold(reader, row.hold_id);
  // While it runs more is set aside than is spent.
  const last = moved.at(-1);
  const spent = row.ended_at === null && last ? [{ ...last, tokens: -row.spent }] : moved;
  return {
    show,
    rating: row.rating,
    rating_open: row.ended_at !== null && row.ended_at >= ratedSince(clock.now()),
    name: row.model_name ?? (row.slug === erasedSlug(row.model_id) ? null : row.slug),
    pauses: pauses.map(({ reason, began_at, ended_at }) => ({
      reason,
      from: began_at.toISOString(),
      to: ended_at?.toISOString() ?? null,
    })),
    tokens: row.spent,
    money: await worthOf(reader, row.fan_id, spent),
    transfers: moved.map(({ transferId }) => transferId),
  };
}
