import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type ExportArea, exportRowsMax } from "#server/kit/export/area.ts";
import type { QueuedWork } from "#server/kit/jobs.ts";
import type { EventHandlers } from "#server/kit/outbox/relay.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { NotificationsNeeds } from "./needs.ts";
import { createOffCodes } from "./rules/off-codes.ts";
import {
  deleteWish,
  deleteWishesOf,
  hasWish,
  insertWish,
  type Pair,
  wishesOf,
} from "./store/wishes-store.ts";
import { queueTelling, tellFans, tellFansJob } from "./tell-fans.ts";

type Person = { id: number; role: string };

/** Who wants to be told when whom goes live, and the telling: one mail and one notice per broadcast. */
export type Notifications = {
  /** Turns a fan's wish about a model on or off; without `notify`, around. Answers whether the fan is told now. */
  notify(order: Pair & { notify?: boolean }): Promise<Result<{ notified: boolean }, "unknown_model">>;
  isNotified(reader: Reader, pair: Pair): Promise<boolean>;
  /** What the way off in a mail is about. */
  offer(
    code: string,
  ): Promise<Result<{ login: string; artisticName: string; notified: boolean }, "unknown_code">>;
  /** Takes the wish back that a mail's way off names; harmless when it is gone. */
  stop(code: string): Promise<Result<object, "unknown_code">>;
  eventHandlers: Pick<EventHandlers, "stream_began">;
  /** The jobs behind it. */
  work: QueuedWork;
  /** A fan's wishes as a part of an export. */
  exportAreas(person: Person): ExportArea[];
  /** Forgets a person's wishes, and those about a model. */
  forget(tx: Tx, person: Person): Promise<void>;
};

/** Makes the notifications module. */
export function createNotifications(needs: NotificationsNeeds): Notifications {
  const { db, catalog } = needs;
  const codes = createOffCodes(needs.secret);
  return {
    notify: turnWish(needs),
    isNotified: hasWish,
    async offer(code) {
      const pair = codes.read(code);
      const model = pair && (await catalog.model(db, pair.modelId));
      if (!pair || !model) return refuse("unknown_code");
      const notified = await hasWish(db, pair);
      return ok({ login: model.login, artisticName: model.artistic_name, notified });
    },
    async stop(code) {
      const pair = codes.read(code);
      if (!pair) return refuse("unknown_code");
      await inTransaction(db, (tx) => deleteWish(tx, pair));
      return ok({});
    },
    eventHandlers: { stream_began: queueTelling(needs) },
    work: { [tellFansJob]: tellFans(needs, codes) },
    exportAreas: (person) => exportAreas(needs, person),
    forget: (tx, { id }) => deleteWishesOf(tx, id),
  };
}

function turnWish({ db, clock, catalog }: NotificationsNeeds): Notifications["notify"] {
  return ({ notify, ...pair }) =>
    inTransaction(db, async (tx) => {
      const taken = notify === true ? false : await deleteWish(tx, pair);
      if (taken || notify === false) return ok({ notified: false });
      if (!(await catalog.model(tx, pair.modelId))?.listed) return refuse("unknown_model");
      await insertWish(tx, pair, clock.now());
      return ok({ notified: true });
    });
}

function exportAreas({ db, accounts }: NotificationsNeeds, { id, role }: Person): ExportArea[] {
  if (role !== "fan") return [];
  const rows = async () => {
    const wishes = await wishesOf(db, id, exportRowsMax);
    const logins = await accounts.logins(
      db,
      wishes.map(({ model_id }) => model_id),
    );
    return wishes.map(({ model_id, asked_at }) => ({ model: logins.get(model_id) ?? null, since: asked_at }));
  };
  return [{ name: "notices", rows }];
}
