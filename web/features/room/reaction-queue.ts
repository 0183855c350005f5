import type { Room, RoomMessage } from "#contract/live.ts";
import type { Clock } from "#web/lib/clock.ts";
import { createStore, type Store } from "#web/lib/store.ts";

export type ReactionSize = "chip" | "banner" | "stage";
type Goal = NonNullable<Room["goal"]>;
export type Reaction = { size: ReactionSize } & ({ line: RoomMessage } | { goal: Goal });
export type ReactionState = { current: Reaction | null };

const bannerFromTokens = 50;
const stageFromTokens = 250;
const lastsMs: Record<ReactionSize, number> = { chip: 2_000, banner: 3_000, stage: 4_000 };
const waitingMax = 12;

export type ReactionQueue = Store<ReactionState> & {
  /** Shows a tip or gift when its turn comes; other lines are ignored. */
  offer(line: RoomMessage): void;
  /** Celebrates that the room's goal is reached, before what else waits. */
  celebrate(goal: Goal): void;
  dispose(): void;
};

/** Whether the room reached its goal between two readings: the same goal, short of its target before and not now. */
export function hasJustReached(before: Goal | null, now: Goal | null): boolean {
  if (!before || !now || before.target !== now.target || before.title.en !== now.title.en) return false;
  return before.reached < before.target && now.reached >= now.target;
}

/** How large a tip or gift appears. With reduced motion everything is a chip. */
export function reactionSize(tokens: number, reducedMotion: boolean): ReactionSize {
  if (reducedMotion || tokens < bannerFromTokens) return "chip";
  return tokens < stageFromTokens ? "banner" : "stage";
}

/** Tips and gifts over the picture, one at a time. In a storm the smallest one that waits is left out. */
export function createReactionQueue(clock: Clock, reducedMotion: () => boolean): ReactionQueue {
  const store = createStore<ReactionState>({ current: null });
  let waiting: Reaction[] = [];
  let cancel = () => {};

  function showNext() {
    const current = waiting.shift() ?? null;
    store.set({ current });
    if (current) cancel = clock.after(lastsMs[current.size], showNext);
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    offer(line) {
      if (line.kind !== "tip" && line.kind !== "gift") return;
      waiting.push({ line, size: reactionSize(line.tokens ?? 0, reducedMotion()) });
      if (waiting.length > waitingMax) waiting = withoutSmallest(waiting);
      if (store.get().current === null) showNext();
    },
    celebrate(goal) {
      waiting.unshift({ goal, size: reducedMotion() ? "chip" : "stage" });
      if (store.get().current === null) showNext();
    },
    dispose: () => cancel(),
  };
}

function withoutSmallest(reactions: Reaction[]): Reaction[] {
  const tokens = (one: Reaction) => ("line" in one ? (one.line.tokens ?? 0) : Number.POSITIVE_INFINITY);
  const least = Math.min(...reactions.map(tokens));
  const index = reactions.findIndex((reaction) => tokens(reaction) === least);
  return reactions.filter((_, at) => at !== index);
}
