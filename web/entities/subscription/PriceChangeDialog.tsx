import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Subscription } from "#contract/subscriptions.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { money, utcDay } from "#web/lib/i18n/format.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Checkbox } from "#web/ui/fields/Checkbox.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import { subscribedQuery, subscriptionsQuery } from "./subscription-api.ts";
import { termText, termTokens } from "./term-labels.ts";
import { UnsubscribeDialog } from "./UnsubscribeDialog.tsx";

export type PriceChangeDialogProps = {
  subscription: Pick<
    Subscription,
    "id" | "model_id" | "name" | "avatar" | "months" | "charge" | "expire_at" | "canceled_at" | "can_reenable"
  >;
  change: NonNullable<Subscription["price_change"]>;
  onClose(): void;
};

/** A new price of a running subscription, to be agreed to or not. */
export function PriceChangeDialog({ subscription, change, onClose }: PriceChangeDialogProps) {
  const { pending, problem, agree } = useAgreement(subscription, onClose);
  // A price that changes while the dialog is open has to be agreed to again.
  const [ticked, setTicked] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const [ending, setEnding] = useState(false);
  const agreed = ticked === change.price;
  const [price, date, term] = [money(change.price), utcDay(change.from), termText(subscription.months)];
  const press = () => {
    setTried(true);
    if (agreed) void agree(change.price);
  };
  if (ending) return <UnsubscribeDialog subscription={subscription} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.sub_rise_title({ name: subscription.name })}
      locked={pending}
      maxWidth={520}
      footer={
        <>
          {subscription.canceled_at === null && (
            <Button disabled={pending} onClick={() => setEnding(true)}>
              {m.sub_rise_end()}
            </Button>
          )}
          <Button tone="primary" className="ml-auto" busy={pending} onClick={press}>
            {m.sub_rise_agree()}
          </Button>
        </>
      }
    >
      {problem !== null && (
        <p role="alert" className="rounded-12 bg-error-soft px-4 py-3">
          {problem}
        </p>
      )}
      <ul className="grid gap-2 text-text-2">
        <li>{m.sub_rise_now({ price: money(subscription.charge), term })}</li>
        <li className="font-semibold text-text">{m.sub_rise_then({ price, date, term })}</li>
        {change.freeTokens > 0 && <li>{termTokens(subscription.months, change.freeTokens)}</li>}
        <li>{m.sub_rise_silence({ date })}</li>
        <li>{m.sub_fact_cancel()}</li>
      </ul>
      <Checkbox
        label={m.sub_rise_consent({ price, date, term })}
        checked={agreed}
        onChange={(event) => setTicked(event.target.checked ? change.price : null)}
        error={tried && !agreed ? m.sub_rise_needed() : null}
      />
    </Dialog>
  );
}

/** Agrees to the price that was read; what the page knows of the subscription is read again after any answer. */
function useAgreement({ id, model_id, name }: PriceChangeDialogProps["subscription"], onDone: () => void) {
  const client = useQueryClient();
  const readAgain = () => {
    void client.invalidateQueries({ queryKey: subscriptionsQuery.queryKey });
    void client.invalidateQueries({ queryKey: subscribedQuery(model_id).queryKey });
    void client.invalidateQueries(profileQuery);
  };
  const { pending, refusal, run } = useCommand({
    call: (price: number) =>
      browserApi.call("POST /api/fan/agree-to-price", { body: { subscription_id: id, price } }),
    onDone() {
      readAgain();
      toast({ kind: "success", text: m.sub_rise_done({ name }) });
      onDone();
    },
    onRefused: readAgain,
  });
  return { pending, problem: refusal && refusalText(refusal), agree: run };
}
