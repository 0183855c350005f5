import { useEffect, useRef, useState } from "react";
import type { Room } from "#contract/live.ts";
import { browserClock } from "#web/lib/clock.ts";
import { createReactionQueue, hasJustReached, type ReactionQueue } from "./reaction-queue.ts";

/** The queue of tips, gifts and the goal over the picture, for the life of the room. */
export function useReactions(goal: Room["goal"]): ReactionQueue {
  const [queue] = useState(() =>
    createReactionQueue(browserClock, () => window.matchMedia("(prefers-reduced-motion: reduce)").matches),
  );
  const before = useRef(goal);
  useEffect(() => {
    if (goal && hasJustReached(before.current, goal)) queue.celebrate(goal);
    before.current = goal;
  }, [goal, queue]);
  useEffect(() => queue.dispose, [queue]);
  return queue;
}
