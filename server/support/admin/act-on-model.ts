import type { ModelAction } from "#contract/admin.ts";
import type { AdminModelRow } from "#server/catalog/catalog.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Staff } from "../record-action.ts";
import type { AdminNeeds } from "./needs.ts";

export type ModelOrder = { modelId: number; action: ModelAction; reason: string; clientId: string };

export type ModelRefusal = "unknown_model" | "already_so" | "not_suspended" | "key_reused";

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    show_ended_by_staff: { modelId: number };
  }
}

const logged = {
  hide: "hide_model",
  show: "show_model",
  suspend: "suspend_model",
  restore: "restore_model",
  "end-show": "end_show",
} as const;

type Done = { tell(): void };
const nothingToTell: Done = { tell: () => undefined };

/**
 * Does one thing to a model and writes it down, together. A show that ends does so right after the commit; should this
 * process die in between, the event in the outbox ends it.
 */
export function actOnModel(needs: AdminNeeds) {
  return async (staff: Staff, order: ModelOrder): Promise<Result<{ model: AdminModelRow }, ModelRefusal>> => {
    const done = await inTransaction(needs.db, (tx) => act(tx, needs, staff, order));
    if (!done.ok) return done;
    done.tell();
    if (endsShow(order.action)) await needs.rooms.endStream(order.modelId);
    const model = await needs.catalog.adminModel(needs.db, order.modelId);
    return model ? ok({ model }) : refuse("unknown_model");
  };
}

/** Whoever nobody may see any more is shown to nobody at once, those who watch included. */
const endsShow = (action: ModelAction) => action === "hide" || action === "suspend" || action === "end-show";

async function act(
  tx: Tx,
  needs: AdminNeeds,
  staff: Staff,
  order: ModelOrder,
): Promise<Result<Done, ModelRefusal>> {
  const model = await needs.catalog.adminModel(tx, order.modelId);
  if (!model) return refuse("unknown_model");
  const line = {
    key: `model:${order.clientId}`,
    staff,
    action: logged[order.action],
    target: `model:${model.id}`,
    label: model.login,
    reason: order.reason,
    at: needs.clock.now(),
  };
  const before = await needs.support.isRecorded(tx, line);
  if (before !== "new") return before === "same" ? ok(nothingToTell) : refuse("key_reused");
  const changed = await change(tx, needs, order, model);
  if (!changed.ok) return changed;
  await needs.support.record(tx, line);
  if (endsShow(order.action)) await publishEvent(tx, "show_ended_by_staff", { modelId: model.id });
  return changed;
}

async function change(
  tx: Tx,
  needs: AdminNeeds,
  order: ModelOrder,
  model: AdminModelRow,
): Promise<Result<Done, ModelRefusal>> {
  const { accounts, catalog } = needs;
  const { action, modelId } = order;
  switch (action) {
    case "hide":
    case "show": {
      const changed = await catalog.setVisibility(tx, modelId, { hidden: action === "hide" });
      return changed ? ok(nothingToTell) : refuse("already_so");
    }
    case "suspend": {
      const suspended = await accounts.suspend(tx, modelId);
      if (!suspended.ok) return refuse("already_so");
      await catalog.setVisibility(tx, modelId, { suspended: true });
      await tell(tx, needs, order, "suspended");
      return ok({ tell: () => void suspended.disconnect() });
    }
    case "restore": {
      if (!(await accounts.restore(tx, modelId)).ok) return refuse("not_suspended");
      await catalog.setVisibility(tx, modelId, { suspended: false });
      await tell(tx, needs, order, "restored");
      return ok(nothingToTell);
    }
    case "end-show":
      return model.status === "stopped" ? refuse("already_so") : ok(nothingToTell);
  }
}

/** Who came by X may have no address. */
async function tell(tx: Tx, needs: AdminNeeds, order: ModelOrder, news: "suspended" | "restored") {
  const account = await needs.accounts.byId(tx, order.modelId);
  if (!account?.email) return;
  await needs.support.tellModel(tx, { ...account, email: account.email }, news, order.reason);
}
