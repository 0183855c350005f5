import { inTransaction } from "#server/kit/database/transaction.ts";
import { whenAvailable } from "#server/kit/database/unavailable.ts";
import type { MembershipChange } from "#server/realtime/realtime.ts";
import type { RoomsNeeds } from "../needs.ts";

type Needs = Pick<RoomsNeeds, "db" | "clock" | "log" | "catalog" | "realtime">;

/** How often this process renews the presence of the models who are connected to it, and how long each renewal holds. */
const renewEveryMs = 10_000;
const holdsMs = 35_000;
/** From so many models on that are gone at once the feed starts over when it is shorter so. */
const dumpFrom = 50;

export type Presence = {
  /** A model is here with their first page, and for a while after their last: a reload is no leaving. */
  follow(change: MembershipChange): void;
  stop(): void;
};

/**
 * Keeps who of the models is here, on air or not, and publishes it on the presence feed: `update` and `remove` of one
 * model, `dump` where most have gone at once, which is followed by an `update` of each who has stayed.
 */
export function keepPresence({ db, clock, log, catalog, realtime }: Needs): Presence {
  const here = new Set<number>();

  const publish = (name: "update" | "remove", { id, at }: { id: number; at: Date }) =>
    realtime.publish("presence", name, { model_id: id, last_connection: at.toISOString() });

  const heldFrom = (at: Date) => ({ at, until: new Date(at.getTime() + holdsMs) });

  async function renew(ids: readonly number[]): Promise<void> {
    const span = heldFrom(clock.now());
    const came = await inTransaction(db, (tx) => catalog.renewPresence(tx, ids, span));
    for (const model of came) publish("update", model);
  }

  async function end(): Promise<void> {
    const { at, until } = heldFrom(clock.now());
    const gone = await inTransaction(db, async (tx) => {
      await catalog.restorePresence(tx, until);
      return catalog.endPresence(tx, at);
    });
    const stayed = gone.length < dumpFrom ? null : await catalog.presentModels(db);
    if (!stayed || stayed.length > gone.length) {
      for (const model of gone) publish("remove", model);
      return;
    }
    realtime.publish("presence", "dump", {});
    for (const model of stayed) publish("update", model);
  }

  const later = (work: () => Promise<void>) =>
    void whenAvailable(clock, work).catch((err) => log.error({ err }, "presence was not kept"));
  const stop = clock.every(renewEveryMs, () =>
    later(async () => {
      if (here.size > 0) await renew([...here]);
      await end();
    }),
  );
  return {
    follow({ topic, subject, joined }) {
      if (subject.userId === null || subject.role !== "model" || topic !== `person:${subject.userId}`) return;
      const { userId } = subject;
      if (!joined) return void here.delete(userId);
      here.add(userId);
      later(() => renew([userId]));
    },
    stop,
  };
}
