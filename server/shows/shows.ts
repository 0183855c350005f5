import type { PromoStreamData } from "#contract/catalog.ts";
import type { ShowState } from "#contract/realtime-events.ts";
import type { PromoLink, StudioShows } from "#contract/shows.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { EventHandlers } from "#server/kit/outbox/relay.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { exportAreas } from "./export-shows.ts";
import { closePerson, erasePerson, trimLinks } from "./forget-person.ts";
import { type MakeRefusal, makePromo, type PromoOrder, withdrawPromo } from "./make-promo.ts";
import type { ShowsNeeds } from "./needs.ts";
import { type OpenedPromo, type OpenRefusal, openPromo } from "./open-promo.ts";
import { presentPromo } from "./present.ts";
import { createPromoTokens } from "./promo-token.ts";
import { runShows } from "./run-shows.ts";
import { type StartRefusal, startPromo } from "./start-promo.ts";
import { linkById, openLinksOfFan } from "./store/promo-links-store.ts";
import { openShow } from "./store/shows-store.ts";
import { viewShows } from "./view-shows.ts";
import { createWaiting, type Waiting } from "./waiting.ts";

type Person = { id: number; role: string; email?: string | null };

/** One-to-one shows: who may be in one, how long, and what is left of it. */
export type Shows = {
  makePromo(order: PromoOrder): Promise<Result<{ promo: PromoLink }, MakeRefusal>>;
  /** Withdraws a model's promo link; a show that runs on it ends. */
  withdrawPromo(modelId: number, linkId: number): Promise<Result<object, "unknown_promo">>;
  startPromo(modelId: number, linkId: number): Promise<Result<object, StartRefusal>>;
  openPromo(personId: number, token: string): Promise<Result<OpenedPromo, OpenRefusal>>;
  studio(modelId: number): Promise<StudioShows>;
  /** Ends the show of a model; false when she is in none. */
  end(modelId: number): Promise<boolean>;
  eventHandlers: Pick<EventHandlers, "fan_banned" | "stream_stopped_in_show">;
  /** Takes a fan out of the show that he is in; false when there is none. */
  leave(fanId: number): Promise<boolean>;
  /** What a fan still has of promos, by model; of one model when she is given. */
  promosOf(fanId: number, modelId?: number): Promise<ReadonlyMap<number, PromoStreamData>>;
  /** The show of a model that this fan is in. */
  showOf(modelId: number, fanId: number): Promise<ShowState | null>;
  waiting: Waiting;
  /** Takes over what a process that is gone has left open; it goes on, or ends within seconds. */
  adopt(): Promise<void>;
  exportAreas(person: Person): ExportArea[];
  /** Withdraws every promo of a person who leaves. */
  close(tx: Tx, person: Person): Promise<void>;
  /** Forgets the addresses in a person's promos. */
  erase(tx: Tx, person: Person): Promise<void>;
  /** Forgets the addresses of links that have long been of no use. */
  trim(): Promise<void>;
  stop(): void;
};

const addressKeptMs = 30 * 86_400_000;

/** Makes the shows module; it meters from now on. */
export function createShows(needs: ShowsNeeds): Shows {
  const { db, clock } = needs;
  const tokens = createPromoTokens(needs.secret);
  const runner = runShows(needs);
  const waiting = createWaiting(needs);
  const view = viewShows(needs, { tokens, runner, waiting });
  const make = makePromo(needs, tokens);
  const withdraw = withdrawPromo(needs);
  return {
    async makePromo(order) {
      const made = await make(order);
      return made.ok ? ok({ promo: view.promo(made.link) }) : made;
    },
    async withdrawPromo(modelId, linkId) {
      const link = await linkById(db, linkId);
      if (link?.model_id !== modelId) return refuse("unknown_promo");
      await withdraw(link);
      const show = await openShow(db, { modelId });
      if (show?.promo_link_id === linkId) await runner.end(show, "withdrawn");
      return ok({});
    },
    startPromo: startPromo(needs, runner, waiting),
    openPromo: openPromo(needs, tokens),
    studio: view.studio,
    async end(modelId) {
      const show = await openShow(db, { modelId });
      return show ? runner.end(show, "model_ended") : false;
    },
    eventHandlers: {
      async fan_banned({ modelId, fanId }) {
        const show = await openShow(db, { modelId });
        if (show?.fan_id === fanId) await runner.end(show, "model_ended");
      },
      async stream_stopped_in_show({ modelId, showId }) {
        const show = await openShow(db, { modelId });
        if (show?.id === showId) await runner.end(show, "model_left");
      },
    },
    async leave(fanId) {
      const show = await openShow(db, { fanId });
      return show ? runner.end(show, "fan_left") : false;
    },
    async promosOf(fanId, modelId) {
      const links = await openLinksOfFan(db, fanId, clock.now(), modelId);
      return new Map(links.map((link) => [link.model_id, presentPromo(link, tokens)]));
    },
    async showOf(modelId, fanId) {
      const show = await openShow(db, { modelId });
      return show?.fan_id === fanId ? runner.stateOf(show) : null;
    },
    waiting,
    adopt: runner.adopt,
    exportAreas: (person) => exportAreas(needs, person),
    close: (tx, person) => closePerson(tx, person, clock.now()),
    erase: erasePerson,
    trim: () => inTransaction(db, (tx) => trimLinks(tx, new Date(clock.now().getTime() - addressKeptMs))),
    stop: runner.stop,
  };
}
