import type { Events } from "#server/kit/outbox/outbox.ts";
import type { FanCameras } from "./camera/fan-camera.ts";
import type { ShowKeeper } from "./meter/keep-shows.ts";
import type { ShowsNeeds } from "./needs.ts";
import { onPromoClosed } from "./promo/close-promos.ts";
import { onRequestClosed } from "./requests/withdraw-requests.ts";
import { openParticipantOfFan } from "./store/participants-store.ts";

/** The reactions of shows to events of the outbox; each may come twice. */
export type ShowEvents = {
  [
    Kind in
      | "fan_banned"
      | "model_blocked"
      | "show_ended"
      | "promo_closed"
      | "show_request_declined"
      | "show_request_withdrawn"
  ]: (event: Events[Kind]) => Promise<void>;
};

type Parts = { keeper: Pick<ShowKeeper, "end" | "handleEnded">; cameras: Pick<FanCameras, "cut"> };

/** The handlers of {@link ShowEvents}. */
export function handleEvents(needs: ShowsNeeds, { keeper, cameras }: Parts): ShowEvents {
  const { db, rooms } = needs;
  return {
    /** Takes a fan whom a model has banned out of their show, and of the room. */
    async fan_banned({ modelId, fanId }) {
      const row = await openParticipantOfFan(db, fanId);
      if (row?.model_id === modelId) await keeper.end(row, "banned");
      // The process that banned the fan may have died before it cut them.
      await rooms.cutFan({ modelId, fanId }, "banned");
    },
    /** Takes a fan out of the room, and out of a show, of a model whom they have blocked. */
    async model_blocked({ modelId, fanId }) {
      const row = await openParticipantOfFan(db, fanId);
      if (row?.model_id === modelId) await keeper.end(row, "fan_left");
      await rooms.cutFan({ modelId, fanId }, "blocked");
    },
    /** Makes sure that nothing is left of a show for one of its fans, and notifies both people. */
    async show_ended(event) {
      // The process that ended it has cut the camera, unless it died first.
      await cameras.cut({ id: event.participantId });
      await keeper.handleEnded(event);
    },
    promo_closed: onPromoClosed(needs),
    show_request_declined: onRequestClosed(needs),
    show_request_withdrawn: onRequestClosed(needs),
  };
}
