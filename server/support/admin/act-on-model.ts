import type { ModelAction } from "#contract/admin.ts";
import type { AdminModelRow } from "#server/catalog/catalog.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Staff } from "../record-action.ts";
import type { AccountChange } from "../support.ts";
import type { AdminNeeds } from "./needs.ts";

export type ModelOrder = { modelId: number; action: ModelAction; reason: string; clientId: string };

export type ModelRefusal =
  | "unknown_model"
  | "already_so"
  | "not_submitted"
  | "name_taken"
  | "not_suspended"
  | "key_reused";

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /** `at`: when it was ended, an ISO instant. A stream that begins later is not meant. */
    show_ended_by_staff: { modelId: number; at: string };
  }
}

const logged = {
  approve: "approve_model",
  "send-back": "send_back_model",
  hide: "hide_model",
  show: "show_model",
  suspend: "suspend_model",
  restore: "restore_model",
  "end-show": "end_show",
} as const;

type Done = { afterCommit(): void };
const nothingAfter: Done = { afterCommit: () => undefined };

/**
 * Changes a model and records the action in the same transaction. A show ends right after the commit; should this
 * process die in between, the event in the outbox ends it.
 */
export function actOnModel(needs: AdminNeeds) {
  return async (staff: Staff, order: ModelOrder): Promise<Result<{ model: AdminModelRow }, ModelRefusal>> => {
    const done = await inTransaction(needs.db, (tx) => act(tx, needs, staff, order));
    if (!done.ok) return done;
    done.afterCommit();
    if (endsShow(order.action)) await needs.rooms.endStream(order.modelId);
    const model = await needs.catalog.adminModel(needs.db, order.modelId);
    return model ? ok({ model }) : refuse("unknown_model");
  };
}

/** A hidden or suspended model's room ends at once, for those who watch too. */
const endsShow = (action: ModelAction) => action === "hide" || action === "suspend" || action === "end-show";

async function act(
  tx: Tx,
  needs: AdminNeeds,
  staff: Staff,
  order: ModelOrder,
): Promise<Result<Done, ModelRefusal>> {
  const model = await needs.catalog.adminModel(tx, order.modelId);
  if (!model) return refuse("unknown_model");
  const entry = {
    key: `model:${order.clientId}`,
    staff,
    action: logged[order.action],
    target: `model:${model.id}`,
    label: model.login,
    reason: order.reason,
    at: needs.clock.now(),
  };
  const recorded = await needs.support.isRecorded(tx, entry);
  if (recorded !== "new") return recorded === "same" ? ok(nothingAfter) : refuse("key_reused");
  const changed = await change(tx, needs, order, model);
  if (!changed.ok) return changed;
  await needs.support.record(tx, entry);
  if (endsShow(order.action))
    await publishEvent(tx, "show_ended_by_staff", { modelId: model.id, at: entry.at.toISOString() });
  return changed;
}

async function change(
  tx: Tx,
  needs: AdminNeeds,
  order: ModelOrder,
  model: AdminModelRow,
): Promise<Result<Done, ModelRefusal>> {
  const { accounts, catalog, subscriptions } = needs;
  const { action, modelId } = order;
  switch (action) {
    case "approve":
    case "send-back": {
      const approve = action === "approve";
      const reviewed = await catalog.listing.review(tx, modelId, { approve, note: order.reason });
      if (!reviewed.ok) return reviewed;
      await emailModel(tx, needs, order, approve ? "listed" : "sent_back");
      return ok(nothingAfter);
    }
    case "hide":
    case "show": {
      const changed = await catalog.setVisibility(tx, modelId, { hidden: action === "hide" });
      return changed ? ok(nothingAfter) : refuse("already_so");
    }
    case "suspend": {
      const suspended = await accounts.suspend(tx, modelId);
      if (!suspended.ok) return refuse("already_so");
      await catalog.setVisibility(tx, modelId, { suspended: true });
      // Nobody is charged for what they cannot see. A job does it: all else of a suspension waits for no subscription.
      await subscriptions.endRenewals(tx, { id: modelId, role: "model" });
      await emailModel(tx, needs, order, "suspended");
      return ok({ afterCommit: () => void suspended.disconnect() });
    }
    case "restore": {
      if (!(await accounts.restore(tx, modelId)).ok) return refuse("not_suspended");
      await catalog.setVisibility(tx, modelId, { suspended: false });
      await emailModel(tx, needs, order, "restored");
      return ok(nothingAfter);
    }
    case "end-show":
      return model.status === "stopped" ? refuse("already_so") : ok(nothingAfter);
  }
}

/** A person who came by X may have no address. */
async function emailModel(tx: Tx, needs: AdminNeeds, order: ModelOrder, change: AccountChange) {
  const account = await needs.accounts.byId(tx, order.modelId);
  if (!account?.email) return;
  await needs.support.emailAccount(tx, { ...account, email: account.email }, change, order.reason);
}
