import type { ShowsInRooms } from "#server/rooms/rooms.ts";
import type { FanCameras } from "./camera/fan-camera.ts";
import type { ShowKeeper } from "./meter/keep-shows.ts";
import type { ShowsNeeds } from "./needs.ts";
import type { Promos } from "./promo/promos.ts";
import { declineWaiting } from "./requests/decline-waiting.ts";
import { freeSpySeconds } from "./spies/free-look.ts";
import { openParticipantOfFan, openParticipants } from "./store/participants-store.ts";
import { earnedByShowsSince, showHoldsSince } from "./store/show-payments-store.ts";

type Parts = {
  keeper: ShowKeeper;
  cameras: Pick<FanCameras, "cutOfModel">;
  promos: Pick<Promos, "promosOf">;
};

/** Answers what rooms ask of the shows that go on in them. */
export function answerRooms(
  { db, clock }: Pick<ShowsNeeds, "db" | "clock">,
  { keeper, cameras, promos }: Parts,
): ShowsInRooms {
  return {
    catchUp: keeper.catchUp,
    cutCamera: cameras.cutOfModel,
    async streamEnds(tx, { modelId, sessionId, at }) {
      if (sessionId !== null) await keeper.settle(tx, { sessionId }, "model_left");
      await declineWaiting(tx, modelId, { mode: null, now: at });
    },
    async showOf(modelId, personId) {
      if (personId === modelId) {
        const [first] = await openParticipants(db, modelId);
        return first && first.role !== "spy" ? keeper.stateOf(first) : null;
      }
      const row = await openParticipantOfFan(db, personId);
      return row?.model_id === modelId ? keeper.stateOf(row) : null;
    },
    promoOf: async (fanId, modelId) => (await promos.promosOf(fanId)).get(modelId) ?? null,
    freeSpySeconds: (pair) => freeSpySeconds(db, pair, clock.now()),
    async earnedSince(modelId, since) {
      const [tokens, holds] = await Promise.all([
        earnedByShowsSince(db, modelId, since),
        showHoldsSince(db, modelId, since),
      ]);
      return { tokens, holds };
    },
  };
}
