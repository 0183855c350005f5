import { useState } from "react";
import { isRenewalLate, subscriptionStatus } from "#contract/subscription-status.ts";
import type { Subscription } from "#contract/subscriptions.ts";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { dialogPlace } from "#web/ui/overlays/opening.tsx";
import { useKeepFocus } from "#web/ui/use-focus.ts";

const SubscribeAgain = openedComponent(
  () => import("./SubscribeAgain.tsx").then((file) => file.SubscribeAgain),
  dialogPlace,
);
const PriceChangeDialog = openedComponent(
  () => import("#web/entities/subscription/PriceChangeDialog.tsx").then((file) => file.PriceChangeDialog),
  dialogPlace,
);
const ReactivateDialog = openedComponent(
  () => import("#web/entities/subscription/ReactivateDialog.tsx").then((file) => file.ReactivateDialog),
  dialogPlace,
);
const UnsubscribeDialog = openedComponent(
  () => import("#web/entities/subscription/UnsubscribeDialog.tsx").then((file) => file.UnsubscribeDialog),
  dialogPlace,
);

type RowActionProps = { row: Subscription; now: Date; others: readonly Subscription[] };

/** The action for a subscription as it stands. */
export function RowAction({ row: known, now, others }: RowActionProps) {
  // A model who has left has no name.
  const row = { ...known, name: known.name || m.receipt_gone() };
  const [open, setOpen] = useState<RowActionName>(null);
  const kept = useKeepFocus<HTMLDivElement>();
  const close = () => setOpen(null);
  const action = rowAction(row, now, others);
  const isLate = isRenewalLate(row, now) && action !== "unsubscribe";
  const late = isLate ? (["unsubscribe"] as const) : [];
  const offered = [...late, ...(action === null ? [] : [action])];
  return (
    <>
      <div {...kept} className="flex flex-wrap gap-2">
        {offered.map((name) => (
          // By its place: who presses one keeps the focus on what takes its place afterwards.
          <Action
            key={name === action ? "action" : "late"}
            text={actionTexts[name]()}
            row={row}
            onClick={() => setOpen(name)}
          />
        ))}
        {offered.length === 0 && <span className="text-text-3">–</span>}
      </div>
      {open === "price" && row.price_change && (
        <PriceChangeDialog subscription={row} change={row.price_change} onClose={close} />
      )}
      {open === "unsubscribe" && <UnsubscribeDialog subscription={row} onClose={close} />}
      {open === "reactivate" && <ReactivateDialog subscription={row} onClose={close} />}
      {open === "subscribe" && <SubscribeAgain row={row} onClose={close} />}
    </>
  );
}

type ActionProps = { text: string; row: Subscription; onClick(): void };

function Action({ text, row, onClick }: ActionProps) {
  return (
    <Button
      size="sm"
      tone="outline"
      className="min-h-11"
      onClick={onClick}
      aria-label={m.sub_action_label({ action: text, name: row.name })}
    >
      {text}
    </Button>
  );
}

const actionTexts: Record<NonNullable<RowActionName>, () => string> = {
  price: () => m.sub_rise_review(),
  unsubscribe: () => m.sub_unsubscribe(),
  reactivate: () => m.sub_reactivate(),
  subscribe: () => m.sub_subscribe(),
};

type RowActionName = "price" | "unsubscribe" | "reactivate" | "subscribe" | null;

/**
 * The action for a row. A new price is answered first: agreed to, or let end. A subscription that has ended is not
 * begun again while another one with its model runs, and nothing is offered that the provider or the model would
 * refuse.
 */
function rowAction(row: Subscription, now: Date, others: readonly Subscription[]): RowActionName {
  switch (subscriptionStatus(row, now)) {
    case "active":
      return row.price_change ? "price" : "unsubscribe";
    case "canceled":
      if (!row.can_reenable) return null;
      return row.price_change ? "price" : "reactivate";
    case "expired": {
      const runs = others.some(
        (other) => other.model_id === row.model_id && subscriptionStatus(other, now) !== "expired",
      );
      return row.can_subscribe && !runs ? "subscribe" : null;
    }
  }
}
