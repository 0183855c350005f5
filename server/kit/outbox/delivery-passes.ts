import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import { takeWaiting, type WaitingEvent } from "./outbox-store.ts";

const batchMax = 200;
/** The most events of one stream in a pass: events of other streams wait for their handlers meanwhile. */
const ofOneStream = 10;

export type DeliveryPasses = {
  /** Delivers what waits. One pass at a time; a call during a pass causes another, so that no commit is overlooked. */
  wake(): Promise<void>;
  /** Delivers until nothing is left, also what is published meanwhile. */
  drain(): Promise<void>;
  /** Waits for what is under way. */
  settle(): Promise<void>;
};

/**
 * Takes a few events of each stream in a pass, and in the next those of the streams behind. `deliverStream` answers whether
 * it delivered all; before each pass `mayGoOn` is asked.
 */
export function deliveryPasses(needs: {
  db: Database;
  clock: Clock;
  deliverStream(events: readonly WaitingEvent[]): Promise<boolean>;
  mayGoOn(): boolean;
}): DeliveryPasses {
  const { db, clock, deliverStream, mayGoOn } = needs;
  let pass: Promise<void> | undefined;
  /** The last stream that the pass before took from, when more are behind it. */
  let after = "";
  let again = false;
  /** Somebody waits for a pass that finds nothing. */
  let isDraining = false;

  /** Answers whether anything may be left that nobody wakes for. */
  async function runOnce(): Promise<boolean> {
    const beganBehind = after !== "";
    const events = await takeWaiting(db, clock.now(), { after, limit: batchMax, ofOneStream });
    after = events.length < batchMax ? "" : (events.at(-1)?.stream ?? "");
    if (!beganBehind && events.length === 0) return false;
    const streams = [...Map.groupBy(events, (event) => event.stream).values()];
    // All of them end before the next pass, so that none is delivered by two passes at once.
    const ends = await Promise.allSettled(streams.map(deliverStream));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    // What was behind a failed event goes on where that one was set aside.
    const isCut = ends.some((end) => end.status === "fulfilled" && !end.value);
    const isLong = streams.some(({ length }) => length === ofOneStream);
    return beganBehind || after !== "" || isCut || isLong || isDraining;
  }

  async function run(): Promise<void> {
    while (again && mayGoOn()) {
      again = false;
      const isMoreLeft = await runOnce();
      again ||= isMoreLeft;
    }
  }

  function wake(): Promise<void> {
    again = true;
    pass ??= run().finally(() => {
      pass = undefined;
      isDraining = false;
    });
    return pass;
  }

  return {
    wake,
    drain() {
      isDraining = true;
      return wake();
    },
    settle: async () => pass?.catch(() => undefined),
  };
}
