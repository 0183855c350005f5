import { useEffect, useState } from "react";
import { browserClock } from "#web/lib/clock.ts";
import { createReactionQueue, type ReactionQueue } from "./reaction-queue.ts";

/** The queue of tips and gifts over the picture, for the life of the room. */
export function useReactions(): ReactionQueue {
  const [queue] = useState(() =>
    createReactionQueue(browserClock, () => window.matchMedia("(prefers-reduced-motion: reduce)").matches),
  );
  useEffect(() => queue.dispose, [queue]);
  return queue;
}
