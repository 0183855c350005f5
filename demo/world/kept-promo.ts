import { randomUUID } from "node:crypto";
import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Shows } from "#server/shows/shows.ts";

/** The model and the fan of the promo link that is kept in the demo world: free minutes for the two of them. */
export const keptPromo = { model: "ines", fan: "nico", seconds: 300 } as const;

const checkEveryMs = 3_000;
/** Between two offers; the one before may have been used up or withdrawn meanwhile. */
const offerEveryMs = 10 * 60_000;

export type KeptPromoNeeds = {
  shows: Pick<Shows, "promos" | "studio">;
  identity: Pick<Identity, "byName">;
  db: Database;
  clock: Clock;
  log: Logger;
  ids: ReadonlyMap<string, number>;
  /** Is the demo itself on air for this model? */
  isOnAir(login: string): boolean;
};

/**
 * Lets the main fan of the demo world always have a promo of one model, and lets the model begin its show when the fan waits
 * for it. Returns how to end it.
 */
export function keepPromo(needs: KeptPromoNeeds): () => void {
  const { shows, clock } = needs;
  const { model, fan, seconds } = keptPromo;
  const [modelId, fanId] = [needs.ids.get(model) ?? 0, needs.ids.get(fan) ?? 0];
  let offeredAt = Number.NEGATIVE_INFINITY;
  let busy = false;

  async function check(): Promise<void> {
    // A person has taken the stream over: whom they invite is theirs to decide.
    if (!needs.isOnAir(model)) return;
    const { promos } = await shows.studio(modelId);
    const waiting = promos.find((promo) => promo.waiting);
    // Refused while the model is in a show with somebody else.
    if (waiting) await shows.promos.start(modelId, waiting.id);
    else if (!(await shows.promos.promosOf(fanId)).has(modelId)) await offer();
  }

  async function offer(): Promise<void> {
    const now = clock.now().getTime();
    const email = (await needs.identity.byName(needs.db, fan))?.email;
    if (!email || now - offeredAt < offerEveryMs) return;
    offeredAt = now;
    const made = await shows.promos.make({
      modelId,
      clientId: randomUUID(),
      email,
      durationSeconds: seconds,
    });
    if (!made.ok) return;
    const { id, url } = made.promo;
    const opened = await shows.promos.open(fanId, url.split("/").at(-1) ?? "");
    // Of no use to anybody else.
    if (!opened.ok) await shows.promos.withdraw(modelId, id);
  }

  return clock.every(checkEveryMs, () => {
    if (busy) return;
    busy = true;
    check()
      .catch((err: unknown) => needs.log.warn({ err }, "the promo of the demo was not kept"))
      .finally(() => {
        busy = false;
      });
  });
}
