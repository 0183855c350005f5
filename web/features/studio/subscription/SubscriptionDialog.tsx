import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BundleMonths } from "#contract/subscription-terms.ts";
import type { Bundle, SubscriptionPlan } from "#contract/subscriptions.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { wholeNumber } from "#web/lib/forms/whole-number.ts";
import { money } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field, SelectField } from "#web/ui/fields/Field.tsx";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { bundlesAt } from "./bundle-options.ts";
import { BundleFields } from "./BundleFields.tsx";
import { planQuery } from "./plan-query.ts";

type SubscriptionDialogProps = {
  plan: SubscriptionPlan;
  onClose(): void;
};

const tokensMax = 10_000;

/** Changes what new subscribers are asked, and says what becomes of those who are subscribed. */
export function SubscriptionDialog({ plan, onClose }: SubscriptionDialogProps) {
  const [price, setPrice] = useState(String(plan.price_monthly_subscription || plan.prices[0] || 0));
  const [free, setFree] = useState(String(plan.freeTokens));
  const [bundles, setBundles] = useState<readonly Bundle[]>(plan.bundles);
  const [isOn, setOn] = useState(plan.subscription_enable);
  const client = useQueryClient();
  const freeTokens = wholeNumber(free);
  const isWrong = !(freeTokens <= tokensMax);
  const { pending, run } = useCommand({
    call: (
      body: Pick<
        SubscriptionPlan,
        "price_monthly_subscription" | "freeTokens" | "subscription_enable" | "bundles"
      >,
    ) => browserApi.call("POST /api/studio/subscription", { body }),
    onDone({ body }) {
      client.setQueryData(planQuery.queryKey, body);
      toast({ kind: "success", text: m.studio_item_saved() });
      onClose();
    },
    onRefused: toastRefusal,
  });
  const choosePrice = (next: string) => {
    setBundles(bundlesAt(plan.bundle_prices, { from: Number(price), to: Number(next) }, bundles));
    setPrice(next);
  };
  const chooseBundle = (months: BundleMonths, sum: number | null) => {
    const others = bundles.filter((bundle) => bundle.months !== months);
    setBundles(sum === null ? others : [...others, { months, price: sum }]);
  };
  const save = () =>
    run({
      price_monthly_subscription: Number(price),
      freeTokens,
      subscription_enable: isOn,
      bundles: [...bundles],
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.studio_sub_edit()}
      footer={
        <Button
          tone="primary"
          className="ml-auto"
          busy={pending}
          disabled={isWrong}
          onClick={() => void save()}
        >
          {m.studio_save()}
        </Button>
      }
    >
      <Switch label={m.studio_sub_enabled()} checked={isOn} onChange={setOn} />
      <SelectField
        label={m.studio_sub_price()}
        value={price}
        onChange={(event) => choosePrice(event.target.value)}
      >
        {plan.prices.map((one) => (
          <option key={one} value={one}>
            {money(one)}
          </option>
        ))}
      </SelectField>
      <Field
        label={m.studio_sub_tokens()}
        hint={m.studio_sub_tokens_hint()}
        inputMode="numeric"
        value={free}
        onChange={(event) => setFree(event.target.value)}
        error={isWrong ? m.studio_sub_tokens_wrong() : null}
      />
      <BundleFields plan={plan} monthly={Number(price)} bundles={bundles} onChoose={chooseBundle} />
      <p className="text-text-2">{plan.asks_subscribers ? m.studio_sub_note_ask() : m.studio_sub_note()}</p>
    </Dialog>
  );
}
