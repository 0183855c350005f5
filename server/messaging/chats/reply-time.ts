import type { ReplyTime } from "#contract/messaging.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { replySeconds } from "#server/messaging/store/reply-times-store.ts";

const repliesMin = 5;
/** The time found for a model is good for so long, for so many models. */
const keptMs = 600_000;
const keptMax = 1_000;

const steps: readonly [ReplyTime, maxSeconds: number][] = [
  ["minutes", 10 * 60],
  ["hour", 3_600],
  ["hours", 6 * 3_600],
  ["day", 24 * 3_600],
  ["days", Number.POSITIVE_INFINITY],
];

/** The median of some times to a reply, stated roughly; null for too few. */
export function roughReplyTime(seconds: readonly number[]): ReplyTime | null {
  if (seconds.length < repliesMin) return null;
  const median = seconds.toSorted((a, b) => a - b)[seconds.length >> 1] ?? 0;
  return steps.find(([, max]) => median <= max)?.[0] ?? null;
}

/** How soon a model usually replies to fans who write, from their latest chats. */
export function readReplyTime({ db, clock }: Pick<MessagingNeeds, "db" | "clock">) {
  const kept = new Map<number, { time: ReplyTime | null; until: number }>();
  return async (modelId: number): Promise<ReplyTime | null> => {
    const now = clock.now().getTime();
    const known = kept.get(modelId);
    if (known && known.until > now) return known.time;
    const time = roughReplyTime(await replySeconds(db, modelId));
    kept.delete(modelId);
    kept.set(modelId, { time, until: now + keptMs });
    for (const oldest of kept.keys()) {
      if (kept.size <= keptMax) break;
      kept.delete(oldest);
    }
    return time;
  };
}
