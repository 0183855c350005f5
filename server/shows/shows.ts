/**
 * Shows of one fan: the request and what is agreed to (`requests/`), the meter (`meter/`), the receipt (`receipts/`),
 * spies (`spies/`, `spies/free-look.md`), the fan's camera (`camera/`), and promo links with their free shows (`promo/`).
 */

import type { StudioShows } from "#contract/shows.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { MembershipChange } from "#server/realtime/realtime.ts";
import type { ShowsInRooms } from "#server/rooms/rooms.ts";
import { type FanCameras, fanCameras } from "./camera/fan-camera.ts";
import { showAreas } from "./export-shows.ts";
import { forgetNameBesideHolds, forgetPerson, hideName } from "./forget-person.ts";
import { handleEvents, type ShowEvents } from "./handle-events.ts";
import { type ImportedShow, importShows } from "./import-shows.ts";
import { answerRooms } from "./in-rooms.ts";
import { keepShows } from "./meter/keep-shows.ts";
import type { ShowsNeeds } from "./needs.ts";
import { createPaidShows, type PaidShows } from "./paid-shows.ts";
import { createPromos, type Promos } from "./promo/promos.ts";
import { type ModelRatings, modelRatings } from "./receipts/rate-show.ts";
import { beginShow } from "./requests/begin-show.ts";
import { withdrawRequests } from "./requests/withdraw-requests.ts";
import { trimAnswers } from "./store/answers-store.ts";
import { keptUntil, type OpenNow, openNow } from "./store/figures.ts";
import { openParticipantOfFan, openParticipants } from "./store/participants-store.ts";
import { holdsOfSpies, type ShowOfHold, showsOfHolds } from "./store/show-payments-store.ts";

export { isCameraRoom } from "./camera/fan-camera.ts";
export type { AskedShow } from "./paid-shows.ts";

type AccountRef = { id: number; role: string; email?: string | null };

/** Shows of one fan: asked for or invited to, metered, paid, watched by spies, accounted for; and promos, which are free. */
export type Shows = {
  /** Shows that fans pay for. */
  paid: PaidShows;
  /** Promo links, and the free shows that run on them. */
  promos: Promos;
  /** The cameras that fans show their models. */
  cameras: FanCameras;
  /** The shows and promos in a model's studio. */
  studio(modelId: number): Promise<StudioShows>;
  /** Ends the show of a model; false when there is none. */
  endShow(modelId: number): Promise<boolean>;
  /** Takes a fan out of the show that they are in; false when there is none. */
  leaveShow(fanId: number): Promise<boolean>;
  /** Withdraws what a fan has asked for and is invited to, in the transaction that blocks their account. */
  withdrawRequests(tx: Tx, fanId: number): Promise<void>;
  /** The holds among these that belong to spies, whom no model learns of by name. */
  holdsOfSpies(reader: Reader, holdIds: readonly number[]): Promise<number[]>;
  /** The shows that holds were set aside for, by the hold. */
  showsOfHolds(holdIds: readonly number[]): Promise<Map<number, ShowOfHold>>;
  /** Fans' recent ratings of a model's shows, all together; undefined while one of them could be recognised. */
  ratingsOf(modelId: number): Promise<ModelRatings | undefined>;
  /** The questions that rooms ask about shows. */
  inRooms: ShowsInRooms;
  eventHandlers: ShowEvents;
  /** Follows who waits for a promo. */
  followWaiting(change: MembershipChange): void;
  /** Takes over the shows that a process which is gone has left open, in the rooms of these slugs. */
  takeOver(slugs: readonly string[]): Promise<void>;
  /** Leaves shows to another node, as they were kept last. */
  leave(): void;
  /** Gives what this process keeps to another at once, which would else wait for the end of its leases. */
  handOver(): Promise<void>;
  /** The shows and promos that a person was in, as parts of an export. */
  exportAreas(person: AccountRef): ExportArea[];
  /** Withdraws a person's requests and promos, and hides a model's name beside what was set aside for their shows. */
  close(tx: Tx, person: AccountRef): Promise<void>;
  /** Forgets the name of a model beside what was set aside for their shows, in parts: the first step of erasing. */
  beforeErase(person: AccountRef): Promise<void>;
  /** Forgets what a person answered, and the addresses in their promos. */
  erase(tx: Tx, person: AccountRef): Promise<void>;
  /** Forgets keys of answers that nobody sends again. */
  trimAnswers(): Promise<void>;
  /** Writes down shows that fans paid for elsewhere. */
  importShows(tx: Tx, shows: readonly ImportedShow[]): Promise<void>;
  /** How many take part in shows now, by the kind of the show and their part in it. */
  openNow(): Promise<OpenNow[]>;
  /** Until when the meter is kept of the open participant who has gone without longest; null where nobody takes part. */
  keptUntil(): Promise<Date | null>;
  stop(): void;
};

/** Makes the shows module; it meters shows from now on. */
export function createShows(needs: ShowsNeeds): Shows {
  const { db, clock, rooms } = needs;
  const cameras = fanCameras(needs);
  const keeper = keepShows(needs, (modelId, sessionId, reason) =>
    rooms.endShow(modelId, sessionId, (tx) => keeper.settle(tx, { sessionId }, reason)),
  );
  const begin = beginShow(needs, keeper);
  const promos = createPromos(needs, { begin, keeper });
  const paid = createPaidShows(needs, { begin, keeper, cameras });
  return {
    paid,
    promos,
    cameras,
    studio: promos.studio,
    async endShow(modelId) {
      const [row] = await openParticipants(db, modelId);
      return row ? keeper.end(row, "model_ended") : false;
    },
    async leaveShow(fanId) {
      const row = await openParticipantOfFan(db, fanId);
      return row ? keeper.end(row, "fan_left") : false;
    },
    withdrawRequests,
    holdsOfSpies,
    showsOfHolds: (holdIds) => showsOfHolds(db, holdIds),
    ratingsOf: modelRatings(needs),
    inRooms: answerRooms(needs, { keeper, cameras, promos }),
    eventHandlers: handleEvents(needs, { keeper, cameras }),
    followWaiting: promos.waiting.follow,
    async takeOver(slugs) {
      await keeper.takeOver();
      await paid.waitForAnswers();
      await cameras.takeOver(slugs);
    },
    leave() {
      keeper.leave();
      cameras.leave();
    },
    handOver: keeper.handOver,
    exportAreas: (person) => showAreas(needs, person),
    async close(tx, person) {
      await hideName(tx, needs, person);
      await withdrawRequests(tx, person.id);
      await promos.close(tx, person);
    },
    beforeErase: forgetNameBesideHolds(needs),
    async erase(tx, person) {
      await forgetPerson(tx, needs, person);
      await promos.erase(tx, person);
    },
    trimAnswers: () => trimAnswers(db, clock.now()),
    importShows: importShows(needs),
    openNow: () => openNow(db),
    keptUntil: () => keptUntil(db),
    stop: keeper.stop,
  };
}
