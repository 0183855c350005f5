import { BankLine } from "./BankLine.tsx";
import { CardFields } from "./card/CardFields.tsx";
import type { CardFormApi } from "./card/use-card-form.ts";
import type { CheckoutFlow, FlowAction } from "./checkout-flow.ts";
import type { Offer } from "./offers.ts";
import { PaymentChoice } from "./PaymentChoice.tsx";
import { TermsTick } from "./TermsTick.tsx";

type CardStepProps = {
  flow: CheckoutFlow;
  act(action: FlowAction): void;
  offer: Offer;
  descriptor: string;
  form: CardFormApi;
};

/** Step 2: the type, its method, and for a card the form with everything that obliges to pay in sight. */
export function CardStep({ flow, act, offer, descriptor, form }: CardStepProps) {
  return (
    <div className="grid min-w-0 gap-4">
      <div className="grid gap-2.5">
        <PaymentChoice flow={flow} act={act} />
      </div>
      {flow.type === "card" && (
        <>
          <CardFields form={form} />
          <BankLine descriptor={descriptor} charged={offer.charged} />
          <TermsTick form={form} />
        </>
      )}
    </div>
  );
}
