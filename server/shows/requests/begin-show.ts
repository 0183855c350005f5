import type { Tx } from "#server/kit/database/database.ts";
import { afterCommit } from "#server/kit/database/transaction.ts";
import { ok, type Result } from "#server/kit/result.ts";
import type { ShowOrder } from "#server/rooms/rooms.ts";
import type { ShowKeeper } from "../meter/keep-shows.ts";
import type { ShowsNeeds } from "../needs.ts";
import type { ParticipantRow } from "../store/participants-store.ts";
import { declineWaiting } from "./decline-waiting.ts";

/** Opens the participant of a show whose session has been opened. */
export type OpenParticipant = (sessionId: number) => Promise<ParticipantRow>;

/**
 * Gives a live public room to one fan. `decide` refuses having written nothing, or answers how to open the show's
 * participant. All other requests that wait for an answer of its model are closed in the same transaction; the show
 * is metered from its commit on.
 */
export function beginShow(
  { rooms, clock }: Pick<ShowsNeeds, "rooms" | "clock">,
  keeper: Pick<ShowKeeper, "take">,
) {
  return <Refusal>(
    modelId: number,
    show: ShowOrder,
    decide: (tx: Tx) => Promise<Result<{ open: OpenParticipant }, Refusal>>,
  ) =>
    rooms.beginShow(modelId, show, async (tx) => {
      const decided = await decide(tx);
      if (!decided.ok) return decided;
      return ok({
        async open(sessionId: number) {
          const participant = await decided.open(sessionId);
          await declineWaiting(tx, modelId, { mode: show.mode, now: clock.now() });
          afterCommit(tx, () => keeper.take(participant));
          return participant;
        },
      });
    });
}
