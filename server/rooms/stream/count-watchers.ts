import { inTransaction } from "#server/kit/database/transaction.ts";
import { whenAvailable } from "#server/kit/database/unavailable.ts";
import type { RoomsNeeds } from "../needs.ts";
import { roomBySlug, storeWatchers } from "../store/rooms-store.ts";

type Count = {
  modelId: number;
  present: number;
  simulated: number;
  published: number;
  open: boolean;
  inShow: boolean;
};

const publishEveryMs = 1_000;

const watchersOf = ({ present, simulated }: Pick<Count, "present" | "simulated">) => present + simulated;

/** Counts the fans of each room and publishes it to everybody, at most once a second. */
export type Watchers = {
  /** The fans that the room's channel holds now, its model not counted. */
  setPresent(slug: string, fans: ReadonlySet<number>): void;
  /** Ids of the fans in a room's channel. */
  presentIn(slug: string): ReadonlySet<number>;
  /** Watchers of the demo world, beside the real ones; those of them who have an account are in the room by name. */
  setSimulated(slug: string, watchers: number, fans?: ReadonlySet<number>): void;
  /** A room that is not live has no watchers, no matter who waits in its channel. */
  setOpen(slug: string, open: boolean): void;
  /** How many watch a one-to-one show is published to nobody. */
  setShow(slug: string, inShow: boolean): void;
  /** Counts again what is here: this node takes the media over. */
  restart(): void;
  stop(): void;
};

/** Starts counting. */
export function countWatchers(needs: RoomsNeeds): Watchers {
  const counts = new Map<string, Count>();
  const [present, simulated] = [
    new Map<string, ReadonlySet<number>>(),
    new Map<string, ReadonlySet<number>>(),
  ];
  const change = (slug: string, apply: (count: Count) => void) => {
    const known = counts.get(slug);
    if (known) return apply(known);
    whenAvailable(needs.clock, () => roomBySlug(needs.db, slug)).then(
      (room) => {
        if (!room) return;
        const count = counts.get(slug) ?? {
          modelId: room.model_id,
          present: 0,
          simulated: 0,
          published: 0,
          open: false,
          inShow: room.show_id !== null,
        };
        counts.set(slug, count);
        apply(count);
      },
      (err) => needs.log.error({ err, slug }, "watchers could not be counted"),
    );
  };
  const cancel = needs.clock.every(publishEveryMs, () => {
    if (!needs.owner.isMine()) return;
    void publishCounts(needs, counts).catch((err) =>
      needs.log.error({ err }, "watchers could not be published"),
    );
  });
  const set = (slug: string, part: Partial<Count>) => change(slug, (count) => Object.assign(count, part));
  return {
    setPresent(slug, fans) {
      if (fans.size > 0) present.set(slug, fans);
      else present.delete(slug);
      set(slug, { present: fans.size });
    },
    presentIn: (slug) => new Set([...(present.get(slug) ?? []), ...(simulated.get(slug) ?? [])]),
    setSimulated(slug, watchers, fans) {
      if (fans) simulated.set(slug, fans);
      set(slug, { simulated: watchers });
    },
    // The fall to 0 is not published: the end of the stream implies it.
    setOpen: (slug, open) => set(slug, open ? { open } : { open, published: 0, inShow: false }),
    setShow: (slug, inShow) => set(slug, { inShow, published: 0 }),
    restart() {
      counts.clear();
      for (const [slug, fans] of present) set(slug, { present: fans.size });
    },
    stop: cancel,
  };
}

/** Nobody learns that somebody is there with a model whom the staff keeps out of sight. */
async function publishCounts(
  { db, catalog, realtime }: RoomsNeeds,
  counts: Map<string, Count>,
): Promise<void> {
  const isDue = ({ open, inShow, published, ...count }: Count) =>
    open && !inShow && watchersOf(count) !== published;
  const due = [...counts].filter(([, count]) => isDue(count));
  if (due.length === 0) return;
  const listed = await catalog.listed(
    db,
    due.map(([, { modelId }]) => modelId),
  );
  const fresh = new Map<number, number>();
  for (const [slug, count] of due) {
    // The count may have changed while the database was asked.
    if (!listed.has(count.modelId) || !isDue(count)) continue;
    const watchers = watchersOf(count);
    const name = watchers > count.published ? "FanJoinedRoomEvent" : "FanLeftRoomEvent";
    realtime.publish("public", name, { model_id: count.modelId, slug, watchers });
    count.published = watchers;
    fresh.set(count.modelId, watchers);
  }
  if (fresh.size > 0) await inTransaction(db, (tx) => storeWatchers(tx, fresh));
}
