import type { Studio } from "#contract/studio.ts";
import { presentStream } from "#server/catalog/catalog.ts";
import { goalReached } from "./change-room.ts";
import type { RoomsNeeds } from "./needs.ts";
import { presentGoal, presentMessage } from "./present.ts";
import { type EarningsCourse, earningsCourse, stretchMinutes } from "./rules/earnings-course.ts";
import { lastMessages, lastTips } from "./store/messages-store.ts";
import { moderatorsOf } from "./store/moderation-store.ts";
import { type RoomRow, roomOfModel, tippedInStretches, tippedSince } from "./store/rooms-store.ts";

const linesShown = 50;
const tipsShown = 5;

/** The model's own view of their room. `tonight` is this stream, or the last 12 hours while they are not live. */
export function viewStudio(needs: RoomsNeeds) {
  return async (modelId: number, origin: string): Promise<Studio> => {
    const { db, catalog, wallet, media, clock, realtime, shows } = needs;
    const model = await catalog.model(db, modelId, "system");
    // Read before what it changes is: an event too many is harmless, one too few is not.
    const live_from = model && { room: await realtime.position(`room:${model.login}`) };
    const room = await roomOfModel(db, modelId);
    if (!model || !live_from || !room) throw new Error(`model ${modelId} has no page or room`);
    const since = broadcastBegan(room, clock.now());
    const [balance, tips, latest, earned, reached, lines, moderators] = await Promise.all([
      wallet.balance(db, { kind: "model", id: modelId }),
      tippedSince(db, modelId, since),
      lastTips(db, modelId, since, tipsShown),
      shows().earnedSince(modelId, since),
      goalReached(db, room),
      lastMessages(db, room, linesShown),
      moderatorsOf(db, modelId),
    ]);
    const course = await courseOf(needs, modelId, since, earned.holds);
    const report = media.rooms().get(room.slug);
    return {
      model: { id: model.id, login: model.login, artisticName: model.artistic_name, avatar: model.avatar },
      stream: presentStream(model),
      live_since: room.live_since?.toISOString() ?? null,
      publishing: {
        connected: Boolean(report?.publisherSessionId),
        // Facts that fans are notified of are known before the next report.
        receiving: (report?.mediaReceiving ?? false) && (room.state !== "paused" || room.model_paused),
      },
      publish: {
        url: `${origin}/whip/${room.slug}`,
        key: room.stream_key,
        simulcast: media.simulcast,
        ice_servers: media.iceServers(String(modelId)),
      },
      watchers: model.watchers,
      paused: room.model_paused,
      pause_note: room.pause_note,
      hidden: model.hidden,
      topic: { en: model.topic_en, es: model.topic_es },
      goal: presentGoal(room, reached),
      slow_seconds: room.slow_seconds,
      earnings: {
        balance,
        tonight: tips.tokens + earned.tokens,
        tips: tips.tips,
        tip_tokens: tips.tokens,
        latest_tips: latest.map(presentMessage),
        show_tokens: earned.tokens,
        payout_cents: needs.payoutCents,
        course,
      },
      chat: {
        history: lines.map(presentMessage),
        moderators: moderators.map(({ fan_id }) => fan_id),
      },
      live_from,
    };
  };
}

/**
 * The tokens that tips and shows have brought since the begin, stretch by stretch; `holds` are those in which the
 * shows' tokens were set aside.
 */
async function courseOf(
  { db, wallet, clock }: RoomsNeeds,
  modelId: number,
  since: Date,
  holds: readonly number[],
): Promise<EarningsCourse> {
  const seconds = Math.max(0, (clock.now().getTime() - since.getTime()) / 1000);
  const cut = { since, seconds: stretchMinutes(seconds) * 60 };
  const [tips, shows] = await Promise.all([
    tippedInStretches(db, modelId, cut),
    holds.length > 0 ? wallet.chargedInStretches(db, holds, cut) : [],
  ]);
  return earningsCourse(seconds, [...tips, ...shows]);
}

const eveningMs = 12 * 3600 * 1000;

/** When `tonight` began: with this stream, or 12 hours ago while the model is not live. */
export function broadcastBegan(room: Pick<RoomRow, "live_since">, now: Date): Date {
  return room.live_since ?? new Date(now.getTime() - eveningMs);
}
