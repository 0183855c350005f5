import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { type TermMonths, termDays } from "#contract/subscription-terms.ts";
import type { Pricing } from "#contract/subscriptions.ts";
import { money, utcDay } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Checkbox } from "#web/ui/fields/Checkbox.tsx";
import { RadioTile } from "#web/ui/fields/RadioTile.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";
import { subscriptionsQuery } from "./subscription-api.ts";
import { SubscriptionDetails } from "./SubscriptionDetails.tsx";
import { type Term, termsOf, termText } from "./term-labels.ts";
import { TermFigures } from "./TermFigures.tsx";
import { useSubscribe } from "./use-subscribe.ts";

type SubscribeDialogProps = {
  model: { id: number; name: string };
  pricing: Pricing;
  /** The fan turns out to be subscribed already: nothing is offered to them. */
  subscribed: boolean;
  onClose(): void;
};

/**
 * The prices of the terms and that a subscription renews itself, then the provider's own form, then its confirmation.
 */
export function SubscribeDialog({ model, pricing, subscribed, onClose }: SubscribeDialogProps) {
  const [chosen, setChosen] = useState<TermMonths>(1);
  const terms = termsOf(pricing);
  const term = terms.find(({ months }) => months === chosen) ?? terms[0];
  const { phase, url, problem, open } = useSubscribe(model, term, onClose);
  const { price } = term;
  // Another term, or a price that changes while the dialog is open, has to be agreed to again.
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const offered = `${term.months}:${price}`;
  const agreed = agreedTo === offered;
  const [tried, setTried] = useState(false);
  const press = () => {
    setTried(true);
    if (agreed) void open();
  };
  const isOffer = phase === "offer" || phase === "opening";
  useNothingToOffer(subscribed && phase === "offer", onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.sub_title({ name: model.name })}
      maxWidth={520}
      footer={
        isOffer && (
          <>
            <p className="min-w-0 flex-1 text-20 font-bold">
              {money(price)}
              <span className="block text-12 font-normal text-text-3">{m.sub_today()}</span>
            </p>
            <Button tone="primary" size="lg" busy={phase === "opening"} onClick={press}>
              {m.sub_pay()}
            </Button>
          </>
        )
      }
    >
      {isOffer && (
        <Offer model={model} pricing={pricing} term={term} problem={problem} onChoose={setChosen} />
      )}
      {isOffer && (
        <Checkbox
          label={m.sub_consent({ price: money(price), term: termText(term.months) })}
          checked={agreed}
          onChange={(event) => setAgreedTo(event.target.checked ? offered : null)}
          error={tried && !agreed ? m.sub_consent_needed() : null}
        />
      )}
      {phase === "form" && url && (
        <iframe
          src={url}
          title={m.sub_form()}
          className="h-[min(560px,70dvh)] w-full rounded-12 border border-line bg-surface"
        />
      )}
      {phase === "waiting" && <Waiting />}
      {phase === "failed" && <Failed onAgain={() => void open()} />}
    </Dialog>
  );
}

/** Closes the dialog for who has nothing to order; their list of subscriptions shows what runs. */
function useNothingToOffer(isSubscribed: boolean, onClose: () => void): void {
  const client = useQueryClient();
  const close = useEffectEvent(() => {
    void client.invalidateQueries({ queryKey: subscriptionsQuery.queryKey });
    onClose();
  });
  useEffect(() => {
    if (isSubscribed) close();
  }, [isSubscribed]);
}

const dayMs = 24 * 3_600_000;

function Offer({
  model,
  pricing,
  term,
  problem,
  onChoose,
}: Pick<SubscribeDialogProps, "model" | "pricing"> & {
  term: Term;
  problem: string | null;
  onChoose(months: TermMonths): void;
}) {
  const [openedMs] = useState(Date.now);
  const next = new Date(openedMs + termDays(term.months) * dayMs);
  return (
    <>
      {problem !== null && (
        <p role="alert" className="flex items-center gap-3 rounded-12 bg-error-soft px-4 py-3">
          <Icon name="alert" className="flex-none text-error" />
          {problem}
        </p>
      )}
      <TermChoice pricing={pricing} months={term.months} onChoose={onChoose} />
      <SubscriptionDetails name={model.name} pricing={pricing} term={term} />
      <p className="text-14 text-text-3">{m.sub_fact_next({ date: utcDay(next.toISOString()) })}</p>
    </>
  );
}

function Waiting() {
  return (
    <div role="status" className="grid min-h-[260px] content-center justify-items-center gap-2 text-center">
      <Spinner size={28} />
      <h3 className="mt-2 text-20">{m.sub_waiting_title()}</h3>
      <p className="max-w-[40ch] text-text-2">{m.sub_waiting_text()}</p>
    </div>
  );
}

function Failed({ onAgain }: { onAgain(): void }) {
  return (
    <div role="alert" className="grid min-h-[260px] content-center justify-items-center gap-2 text-center">
      <span className="mb-2 grid size-16 place-items-center rounded-full bg-error-soft text-error">
        <Icon name="alert" size={30} />
      </span>
      <h3 className="text-20">{m.sub_failed_title()}</h3>
      <p className="max-w-[40ch] text-text-2">{m.sub_failed_text()}</p>
      <Button tone="primary" className="mt-3" onClick={onAgain}>
        {m.sub_failed_again()}
      </Button>
    </div>
  );
}

type TermChoiceProps = { pricing: Pricing; months: TermMonths; onChoose(months: TermMonths): void };

/** How long to subscribe for, where a model sells more than a month. */
function TermChoice({ pricing, months, onChoose }: TermChoiceProps) {
  if (pricing.bundles.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-14 font-semibold">{m.sub_terms()}</legend>
      {termsOf(pricing).map((term) => (
        <RadioTile
          key={term.months}
          group="subscription-term"
          checked={term.months === months}
          onChoose={() => onChoose(term.months)}
          className={cx(
            "flex min-h-14 items-center gap-3 rounded-12 px-4 py-2",
            term.months === months
              ? "bg-accent-soft shadow-[inset_0_0_0_2px_var(--accent)]"
              : "bg-surface shadow-[inset_0_0_0_1px_var(--line)]",
          )}
        >
          <TermFigures term={term} pricing={pricing} />
        </RadioTile>
      ))}
    </fieldset>
  );
}
