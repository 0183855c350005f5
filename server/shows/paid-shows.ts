import type { Language } from "#contract/common.ts";
import type { ShowState } from "#contract/show-state.ts";
import type { FanCameras } from "./camera/fan-camera.ts";
import type { ShowsNeeds } from "./needs.ts";
import { rateShow } from "./receipts/rate-show.ts";
import { showReceipt, showReceiptDocument } from "./receipts/receipt.ts";
import { answerRequest, type RequestParts, waitForAnswers } from "./requests/answer-request.ts";
import { answerPrice, changeRates, presentStudioRates } from "./requests/change-price.ts";
import { answerInvitation, inviteFan } from "./requests/invite.ts";
import type { PaidMode } from "./requests/open-paid-show.ts";
import { type RequestOrder, requestShow } from "./requests/request-show.ts";
import { listRequests, listWaiting, viewRequest } from "./requests/view-requests.ts";
import { withdrawRequest } from "./requests/withdraw-requests.ts";
import { spyOnShow } from "./spies/spy.ts";
import { openParticipantOfFan, type ParticipantRow, participantById } from "./store/participants-store.ts";
import { participantsOfHolds } from "./store/show-payments-store.ts";
import { requestById } from "./store/show-requests-store.ts";

/** Shows that fans pay for: asked for, agreed to, spied on, repriced, left and accounted for. */
export type PaidShows = ReturnType<typeof createPaidShows>;

/** A request that has just been made, for who answers in a model's place. */
export type AskedShow = { id: number; modelId: number; mode: PaidMode; language: Language };

/** Makes the calls of {@link PaidShows}. */
export function createPaidShows(
  needs: ShowsNeeds,
  parts: RequestParts & { cameras: Pick<FanCameras, "cutOfModel"> },
) {
  const { db, catalog } = needs;
  const { keeper } = parts;
  const listeners = new Set<(asked: AskedShow) => void>();
  const request = requestShow(needs);
  return {
    async request(order: RequestOrder): ReturnType<typeof request> {
      const asked = await request(order);
      if (!asked.ok || asked.replayed || listeners.size === 0) return asked;
      const { id, model_id: modelId, mode } = asked.request;
      const language = (await needs.accounts.byId(db, order.fanId))?.language ?? "en";
      for (const listener of listeners) listener({ id, modelId, mode, language });
      return asked;
    },
    /** Calls `listener` with each new request; answers how to stop that. */
    onRequest(listener: (asked: AskedShow) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** A request or an invitation of this fan's, or undefined. */
    async requestOf(fanId: number, id: number) {
      const row = await requestById(db, id);
      return row?.fan_id === fanId ? row : undefined;
    },
    view: viewRequest(needs, keeper),
    withdraw: withdrawRequest(needs),
    waitForAnswers: waitForAnswers(needs),
    requests: listRequests(needs),
    waiting: listWaiting(needs),
    answer: answerRequest(needs, parts),
    invite: inviteFan(needs),
    answerInvitation: answerInvitation(needs, parts),
    spy: spyOnShow(needs, keeper),
    answerPrice: answerPrice(needs, keeper),
    receipt: showReceipt(needs, keeper),
    rate: rateShow(needs),
    receiptDocument: showReceiptDocument(needs, keeper),
    /** The shows that transfers belong to, by the transfer's id. */
    async showsOfTransfers(transferIds: readonly number[]): Promise<Map<number, number>> {
      const holds = await needs.wallet.holdsOfTransfers(db, transferIds);
      const shows = await participantsOfHolds(db, [...new Set(holds.values())]);
      return new Map(
        [...holds].flatMap(([id, hold]) => (shows.has(hold) ? [[id, shows.get(hold) as number]] : [])),
      );
    },
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
    changeRates: changeRates(needs, parts),
  };
}
