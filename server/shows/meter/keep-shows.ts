import type { ShowEnd, ShowState } from "#contract/show-state.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { monotonicMs } from "#server/kit/nodes/ownership.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { isViewerOf, viewerTag } from "#server/media/media.ts";
import { publishBalance } from "#server/wallet/wallet.ts";
import type { ShowsNeeds } from "../needs.ts";
import { receiptEmail } from "../receipts/receipt-email.ts";
import { readReceipt } from "../receipts/receipt.ts";
import type { Meter } from "../rules/meter.ts";
import {
  adoptParticipants,
  endLeases,
  keepProgress,
  lockParticipants,
  openParticipantOfFan,
  type ParticipantRow,
  participantById,
} from "../store/participants-store.ts";
import type { Metered, ShowMeter } from "./meter-types.ts";
import { createMeter } from "./meter.ts";
import { meterOf, presentShow } from "./present-show.ts";
import { chargeSliceAndNotify, settleParticipant } from "./show-money.ts";

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /**
     * A show is over for one of its fans: what was not served has been given back. `freeLook`: they watched it as a spy, and
     * it cost nothing.
     */
    show_ended: { participantId: number; fanId: number; modelId: number; freeLook: boolean };
  }
}

type EndedShow = { participantId: number; fanId: number; modelId: number };

/** Ends the open participants of a session for a reason; answers whether there were any. */
export type Settle = (
  tx: Tx,
  of: { sessionId: number } | { id: number },
  reason: ShowEnd,
) => Promise<boolean>;

/** Keeps the shows of this process: their meters, their money and their ends. */
export type ShowKeeper = {
  lease(): { keeper: string; lease_until: Date };
  /** Meters a participant that has just been opened. */
  take(row: ParticipantRow): void;
  /** How a show stands this second for one of its fans. */
  stateOf(row: ParticipantRow): Promise<ShowState>;
  /** The participant's meter: as this process has last seen it, or as it was kept last. */
  newest(row: ParticipantRow): Meter;
  /** Settles open participants in the caller's transaction; the meter lets go of them. */
  settle: Settle;
  /** Ends a show for one fan: the whole show when it is theirs. False when it has ended. */
  end(row: ParticipantRow, reason: ShowEnd): Promise<boolean>;
  catchUp: ShowMeter["catchUp"];
  lowerRate: ShowMeter["lowerRate"];
  raisingRate: ShowMeter["raisingRate"];
  takeOver(): Promise<void>;
  /** Leaves every show to another node. */
  leave(): void;
  handleEnded(event: EndedShow): Promise<void>;
  stop(): void;
  /** Lets another process take over at once what this one keeps. */
  handOver(): Promise<void>;
};

/** Starts keeping shows. `endShow` ends a session with everybody in it. */
export function keepShows(
  needs: ShowsNeeds,
  endShow: (modelId: number, sessionId: number, reason: ShowEnd) => Promise<boolean>,
): ShowKeeper {
  const { db, clock, log, media, owner } = needs;
  const { ownSide, pauses } = needs.rooms;
  const asOwner = fencedBy(needs);
  const meter = createMeter({
    clock,
    monotonicMs,
    log,
    owner,
    ownSide,
    pauses,
    reports: media,
    keep: (lease, progress) => asOwner((tx) => keepProgress(tx, lease, progress)),
    slice: (id, at) => chargeSliceAndNotify(needs, asOwner, id, at),
    adopt: async (lease, running) =>
      (await asOwner((tx) => adoptParticipants(tx, lease, running))).map(meteredOf),
    moved: (each) =>
      void publishMeter(needs, each).catch((err) => log.error({ err }, "a meter was not published")),
    async over({ id }, reason) {
      const row = await participantById(db, id);
      if (row && row.ended_at === null) await end(row, reason);
      meter.drop(id);
    },
  });

  const settle: Settle = async (tx, of, reason) => {
    const rows = await lockParticipants(tx, "id" in of ? { ids: [of.id] } : of);
    for (const row of rows) {
      const why = row.role === "spy" && "sessionId" in of ? "show_over" : reason;
      await settleOne(tx, needs, row, { meter: meter.lastOf(meteredOf(row)), reason: why });
    }
    return rows.length > 0;
  };

  /**
   * The state of a participant that this process has seen, or that was kept last. A participant who has ended was
   * settled with the kept state, while reports still move the meter until it is dropped.
   */
  const newest = (row: ParticipantRow): Meter =>
    (row.ended_at === null ? meter.meterOf(row.id) : null) ?? meterOf(row);

  async function end(row: ParticipantRow, reason: ShowEnd): Promise<boolean> {
    if (row.role !== "spy") return endShow(row.model_id, row.session_id, reason);
    await meter.catchUp(row.slug);
    const ended = await asOwner((tx) => settle(tx, { id: row.id }, reason));
    meter.drop(row.id);
    await cutSpy(needs, row);
    return ended;
  }

  return {
    lease: meter.lease,
    take: (row) => meter.take(meteredOf(row)),
    async stateOf(row) {
      return presentShow(row, newest(row), await spendable(needs, row));
    },
    newest,
    settle,
    end,
    catchUp: meter.catchUp,
    lowerRate: meter.lowerRate,
    raisingRate: meter.raisingRate,
    takeOver: meter.takeOver,
    leave: meter.dropAll,
    async handleEnded(event) {
      meter.drop(event.participantId);
      await publishEnd(needs, event);
    },
    stop: meter.stop,
    async handOver() {
      await meter.keepAll().catch((err) => log.warn({ err }, "what flowed last is not charged"));
      await inTransaction(db, (tx) => endLeases(tx, meter.lease().keeper, clock.now()));
    },
  };
}

/** Makes transactions that only the owner of the media can commit: it alone charges, keeps and ends shows. */
function fencedBy({ db, owner, rooms }: ShowsNeeds) {
  return <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    rooms.ownSide.asking(() =>
      inTransaction(db, async (tx) => {
        await owner.fence(tx);
        return work(tx);
      }),
    );
}

/** Settles one participant for good, mails the receipt of what it cost, and reports the end to the other modules. */
async function settleOne(
  tx: Tx,
  needs: ShowsNeeds,
  row: ParticipantRow,
  last: { meter: Meter; reason: ShowEnd },
): Promise<void> {
  const { spent } = await settleParticipant(tx, needs, row, { ...last, at: needs.clock.now() });
  const freeLook = row.role === "spy" && spent === 0;
  // A show that cost nothing needs no receipt.
  if (row.role !== "promo" && spent > 0) await mailReceipt(tx, needs, row.id);
  const { id: participantId, fan_id: fanId, model_id: modelId } = row;
  const event = { participantId, fanId, modelId, freeLook };
  await publishEvent(tx, "show_ended", event, `show_ended:${modelId}`);
}

/** Shows the people of a show that it has ended, what it cost, and cuts the fan if nobody has yet. */
async function publishEnd(needs: ShowsNeeds, { participantId, fanId, modelId }: EndedShow): Promise<void> {
  const { db, wallet, realtime } = needs;
  const row = await participantById(db, participantId);
  if (!row) return;
  const show = presentShow(row, meterOf(row));
  const event = { model_id: modelId, slug: row.slug, show, reason: row.end_reason ?? "model_ended" };
  realtime.publish(`person:${fanId}`, "ShowEnded", event);
  // The model learns no more about spies than how many there are now, which is part of the payer's meter.
  if (row.role !== "spy") realtime.publish(`person:${modelId}`, "ShowEnded", event);
  if (row.role === "promo") realtime.publish(`person:${modelId}`, "PromosChanged", {});
  else
    publishBalance(realtime, {
      fanId,
      balance: await wallet.balance(db, { kind: "fan", id: fanId }),
      reason: "show",
      transferId: null,
    });
  await cutEnded(needs, row);
}

/** Only to a confirmed address: another may be somebody else's. The statement has the receipt in any case. */
async function mailReceipt(tx: Tx, needs: ShowsNeeds, id: number): Promise<void> {
  const ended = await participantById(tx, id);
  if (!ended) throw new Error(`participant ${id} is gone`);
  const fan = await needs.accounts.byId(tx, ended.fan_id);
  if (!fan?.email || fan.validation !== "confirmed") return;
  const kept = meterOf(ended);
  const receipt = await readReceipt(tx, needs, ended, { show: presentShow(ended, kept), meter: kept });
  const reader = { to: fan.email, language: fan.language };
  await needs.mailer.enqueue(tx, receiptEmail(reader, receipt, needs.publicOrigin));
}

async function cutSpy({ realtime, media }: ShowsNeeds, { fan_id, slug }: ParticipantRow): Promise<void> {
  realtime.disconnect({ userId: fan_id, topic: `room:${slug}` }, "audience_changed");
  const isGone = isViewerOf(fan_id);
  await media.endViewers(slug, (tag) => !isGone(tag));
}

/**
 * The process that ended it may have failed to cut the fan, or have died; the fan may be in another show since, or in
 * public.
 */
async function cutEnded(
  { db, media }: Pick<ShowsNeeds, "db" | "media">,
  { fan_id: fanId, model_id, slug, mode }: ParticipantRow,
): Promise<void> {
  const open = await openParticipantOfFan(db, fanId);
  if (open?.model_id === model_id && open.mode === mode) return;
  const gone = viewerTag({ fanId, mode });
  await media.endViewers(slug, (tag) => tag !== gone);
}

/**
 * The tokens that a fan could still set aside for a show: their balance, as far as their limits go; nothing for a
 * promo.
 */
async function spendable(
  { db, wallet }: Pick<ShowsNeeds, "db" | "wallet">,
  { role, fan_id: fanId }: Pick<ParticipantRow, "role" | "fan_id">,
): Promise<number> {
  if (role === "promo") return 0;
  const [has, allowed] = await Promise.all([
    wallet.balance(db, { kind: "fan", id: fanId }),
    wallet.allowance(db, fanId),
  ]);
  return Math.min(has, allowed ?? has);
}

function meteredOf(row: ParticipantRow): Metered & { modelPaused: boolean; startedAt: Date } {
  return {
    id: row.id,
    sessionId: row.session_id,
    modelId: row.model_id,
    fanId: row.fan_id,
    slug: row.slug,
    mode: row.mode,
    role: row.role,
    modelPaused: row.model_paused,
    startedAt: row.started_at,
    meter: meterOf(row),
  };
}

/** Shows the fan, and the model unless it is a spy's, how far the show has come. */
async function publishMeter(needs: ShowsNeeds, { id, meter }: Metered): Promise<void> {
  const { db, realtime } = needs;
  const row = await participantById(db, id);
  if (!row || row.ended_at !== null) return;
  const show = presentShow(row, meter, await spendable(needs, row));
  const event = { model_id: row.model_id, slug: row.slug, show };
  realtime.publish(`person:${row.fan_id}`, "ShowMeter", { ...event, held: row.held });
  if (row.role !== "spy") realtime.publish(`person:${row.model_id}`, "ShowMeter", event);
}
