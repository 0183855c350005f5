import type { ShowState } from "#contract/show-state.ts";
import type { Watchers } from "../count-watchers.ts";
import type { RoomsNeeds } from "../needs.ts";
import { openParticipantOfFan, type ParticipantRow, participantById } from "../store/participants-store.ts";
import { requestById } from "../store/show-requests-store.ts";
import { answerPrice, changeRates, presentStudioRates } from "./change-price.ts";
import { answerInvitation, inviteFan } from "./invite.ts";
import { showReceipt } from "./receipt.ts";
import {
  answerRequest,
  listRequests,
  type RequestParts,
  requestShow,
  viewRequest,
  withdrawRequest,
} from "./request-show.ts";
import { spyOnShow } from "./spy.ts";

/** Shows that fans pay for: asked for, agreed to, spied on, repriced, left and accounted for. */
export type PaidShows = ReturnType<typeof createPaidShows>;

/** Makes the calls of {@link PaidShows}. */
export function createPaidShows(
  needs: RoomsNeeds,
  parts: RequestParts & { watchers: Pick<Watchers, "presentIn"> },
) {
  const { db, catalog } = needs;
  const { keeper } = parts;
  return {
    request: requestShow(needs),
    /** A request or an invitation of this fan's, or undefined. */
    async requestOf(fanId: number, id: number) {
      const row = await requestById(db, id);
      return row?.fan_id === fanId ? row : undefined;
    },
    view: viewRequest(needs, keeper),
    withdraw: withdrawRequest(needs),
    requests: listRequests(needs),
    answer: answerRequest(needs, parts),
    invite: inviteFan(needs, parts.watchers),
    answerInvitation: answerInvitation(needs, parts),
    spy: spyOnShow(needs, keeper),
    answerPrice: answerPrice(needs, keeper),
    receipt: showReceipt(needs, keeper),
    stateOf: (row: ParticipantRow) => keeper.stateOf(row),
    /** The show that a fan is in. */
    async showOfFan(fanId: number): Promise<ShowState | null> {
      const row = await openParticipantOfFan(db, fanId);
      return row ? keeper.stateOf(row) : null;
    },
    /** Takes a fan out of the show that they are in; answers how it ended, null without one. */
    async leave(fanId: number): Promise<ShowState | null> {
      const row = await openParticipantOfFan(db, fanId);
      if (!row) return null;
      await keeper.end(row, "fan_left");
      const ended = await participantById(db, row.id);
      return ended ? keeper.stateOf(ended) : null;
    },
    async rates(modelId: number) {
      const model = await catalog.model(db, modelId, "system");
      if (!model) throw new Error(`model ${modelId} has no page`);
      return presentStudioRates(model);
    },
    changeRates: changeRates(needs, keeper),
  };
}
