import { money } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { NewTabLink } from "#web/ui/buttons/NewTabLink.tsx";
import { Checkbox, type CheckboxProps } from "#web/ui/fields/Checkbox.tsx";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { CardFields } from "./card/CardFields.tsx";
import type { CardFormApi } from "./card/use-card-form.ts";
import type { HostedFieldsApi } from "./card/use-hosted-fields.ts";
import type { CheckoutFlow, FlowAction } from "./checkout-flow.ts";
import type { Offer } from "./offers.ts";
import type { CardWay } from "./packages-query.ts";
import { PaymentChoice, Unusable } from "./PaymentChoice.tsx";

type CardStepProps = {
  flow: CheckoutFlow;
  act(action: FlowAction): void;
  offer: Offer;
  descriptor: string;
  form: CardFormApi;
  card: CardWay;
  /** The gateway's fields, where they take the card. */
  hosted: HostedFieldsApi | null;
  /** The fan's consent to the keeping of the card; null where no card can be kept. */
  keeping: { agreed: boolean; agree(agreed: boolean): void } | null;
  /** Acceptance of the terms where there is no card form that has it. */
  terms: { accepted: boolean; accept(accepted: boolean): void };
};

/** Step 2: the type, its method, and everything that obliges to pay in sight: for a card its form. */
export function CardStep({
  flow,
  act,
  offer,
  descriptor,
  form,
  card,
  hosted,
  keeping,
  terms,
}: CardStepProps) {
  return (
    <div className="grid min-w-0 gap-4">
      <div className="grid gap-2.5">
        <PaymentChoice flow={flow} act={act} />
      </div>
      {flow.type === "card" && (card === "fields" || card === "hosted") && (
        <>
          <CardFields form={form} hosted={card === "hosted" ? hosted : null} />
          <BankLine descriptor={descriptor} charged={offer.charged} />
          <TermsCheckbox {...form.bind("terms")} error={form.errorOf("terms")} />
          {keeping && (
            <div>
              <Switch label={m.pay_save_card()} checked={keeping.agreed} onChange={keeping.agree} />
              <p className="text-12 text-text-3">{m.pay_save_card_note()}</p>
            </div>
          )}
        </>
      )}
      {flow.type === "card" && card === "none" && <Unusable text={m.pay_card_none()} />}
      {isOnPage(flow, card) && (
        <>
          <p className="flex items-center gap-3 rounded-12 bg-surface px-4 py-3 text-text-2">
            <Icon name="info" className="flex-none text-text-3" />
            {m.pay_page_step()}
          </p>
          {flow.type === "card" && <BankLine descriptor={descriptor} charged={offer.charged} />}
          <TermsCheckbox checked={terms.accepted} onChange={(event) => terms.accept(event.target.checked)} />
        </>
      )}
    </div>
  );
}

/** Is what was chosen paid on a page of the gateway? */
export function isOnPage({ type, method }: CheckoutFlow, card: CardStepProps["card"]): boolean {
  return method !== null && (type === "regional" || (type === "card" && card === "form"));
}

/** The statement descriptor in a sentence, and drawn as the bank will show it. */
function BankLine({ descriptor, charged }: { descriptor: string; charged: number }) {
  return (
    <figure className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-0.5 rounded-12 bg-surface px-4 py-3 font-mono shadow-[inset_0_0_0_1px_var(--line)]">
      <figcaption className="col-span-full font-sans text-12 text-text-3 [overflow-wrap:anywhere]">
        {m.pay_statement({ descriptor })}
      </figcaption>
      <Icon name="home" className="text-text-3" />
      <span aria-hidden="true" className="[overflow-wrap:anywhere]">
        {descriptor}
      </span>
      <span aria-hidden="true">{money(-charged).replace("$", "")}</span>
    </figure>
  );
}

/** Acceptance of the terms, and the waiver of withdrawal that comes with digital content delivered at once. */
function TermsCheckbox(props: Omit<CheckboxProps, "label">) {
  return (
    <Checkbox
      {...props}
      label={
        <>
          {m.pay_terms_before()} <NewTabLink to="/terms-of-service" text={m.pay_terms_link()} />{" "}
          {m.pay_terms_between()} <NewTabLink to="/privacy-policy" text={m.pay_terms_privacy()} />
          {m.pay_terms_after()}
        </>
      }
    />
  );
}
