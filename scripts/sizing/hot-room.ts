import type { Figures } from "./figures.ts";

/** A busy room: viewers, spread evenly over nodes, and what is posted and tipped there a second. */
export type HotRoom = {
  viewers: number;
  nodes: number;
  eventsPerSecond: number;
  /** Share of each node's core that everything else takes, 0 to 1. */
  busy: number;
  /** How long it is watched. */
  seconds: number;
  /** An event is refused when the slowest node would bring it out later than this. */
  delayMaxMs: number;
};

/** The delays that viewers notice: how long an event takes to the last of them, and how many were refused. */
export type HotRoomDelays = { sent: number; refused: number; p50Ms: number; p99Ms: number };

/**
 * Simulates the tree that events take: Redis takes them in one by one, each node reads each of them and writes one frame to
 * each of its sockets, in their order. Events come at random (Poisson); `random` answers numbers from 0 up to 1.
 */
export function simulateHotRoom(room: HotRoom, figures: Figures, random: () => number): HotRoomDelays {
  const seconds = {
    redis: 1 / figures.redisEventsPerCore,
    node:
      (1 / figures.feedEventsPerCore + Math.ceil(room.viewers / room.nodes) / figures.deliveriesPerCore) /
      (1 - room.busy),
  };
  const delays: number[] = [];
  let [now, redisFree, refused] = [0, 0, 0];
  const nodesFree = Array.from({ length: room.nodes }, () => 0);
  for (;;) {
    now += -Math.log(1 - random()) / room.eventsPerSecond;
    if (now >= room.seconds) break;
    if ((Math.max(...nodesFree) - now) * 1_000 > room.delayMaxMs) {
      refused += 1;
      continue;
    }
    redisFree = Math.max(redisFree, now) + seconds.redis;
    for (const [node, free] of nodesFree.entries()) {
      // A node is in the middle of something else when the event comes, as often as it is busy.
      const wait = random() < room.busy ? (random() * seconds.node) / 2 : 0;
      nodesFree[node] = Math.max(free, redisFree + wait) + seconds.node;
    }
    delays.push((Math.max(...nodesFree) - now) * 1_000);
  }
  const sorted = delays.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { sent: delays.length, refused, p50Ms: at(0.5), p99Ms: at(0.99) };
}
