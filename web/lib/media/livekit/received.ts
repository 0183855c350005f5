import type { Clock } from "#web/lib/clock.ts";

/** What reached this page in one session: packets, and for how long they came, ms. */
export type Received = { packets: number; ms: number };

const lookEveryMs = 500;
const sayEveryLooks = 2;
/** A page in the background looks less often; what is longer than this was no look. */
const lookMaxMs = 2_500;

/**
 * Watches what comes and says it to the server each second: a show is charged by it, as far as the server bears it out. A
 * span counts only when packets came in it and in the next one, so that the last moment before a gap is never counted.
 */
export function sayReceived(
  clock: Clock,
  countPackets: () => Promise<number>,
  say: (received: Received) => void,
): () => void {
  let received: Received = { packets: 0, ms: 0 };
  let lookedAtMs = clock.now().getTime();
  /** The last span, in which packets came. */
  let openMs = 0;
  let looks = 0;
  const look = async () => {
    const packets = await countPackets().catch(() => received.packets);
    const nowMs = clock.now().getTime();
    const spanMs = nowMs - lookedAtMs;
    lookedAtMs = nowMs;
    const came = packets > received.packets && spanMs <= lookMaxMs;
    received = { packets: Math.max(packets, received.packets), ms: received.ms + (came ? openMs : 0) };
    openMs = came ? spanMs : 0;
    looks += 1;
    if (looks % sayEveryLooks === 0) say(received);
  };
  return clock.every(lookEveryMs, () => void look());
}
