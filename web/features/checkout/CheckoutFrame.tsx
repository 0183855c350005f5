import { type ReactNode, useEffect, useRef } from "react";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { type CheckoutFlow, mayProceed } from "./checkout-flow.ts";
import type { Offer } from "./offers.ts";
import type { PaymentState } from "./payment/payment-state.ts";
import { chargedText, Total } from "./Total.tsx";

/** The contents of the frame and the actions of its buttons. */
export type CheckoutView = {
  flow: CheckoutFlow;
  phase: PaymentState["phase"];
  offer: Offer | null;
  /** The package that most fans choose, as long as none is chosen. */
  popular: Offer | null;
  balance: number;
  /** One press buys: the way to the form stands behind it. */
  hasSavedCard: boolean;
  mayOrder: boolean;
  choose(offerId: number): void;
  proceed(): void;
  back(): void;
  order(): void;
  /** The checkout leaves the stage of a room in sight. */
  beside: boolean;
  close(): void;
};

const packagesWidthPx = 775;
const checkoutWidthPx = 600;
/** The provider's page needs a little more. */
const pageWidthPx = 650;

type CheckoutFrameProps = {
  view: CheckoutView;
  /**
   * Why the last order was not carried out. It stands beside the button that was pressed, where no toast covers the button
   * that dismisses it.
   */
  problem: ReactNode;
  /** Buys by one press what is chosen, above the way to the form; null where no card is saved. */
  onePress: ReactNode;
  children: ReactNode;
};

/** The dialog around both steps: its title, the total and the one action. */
export function CheckoutFrame({ view, problem, onePress, children }: CheckoutFrameProps) {
  const { flow, phase } = view;
  return (
    <Dialog
      open
      onClose={view.close}
      beside={view.beside}
      locked={phase === "processing"}
      maxWidth={phase === "page" ? pageWidthPx : flow.step === 1 ? packagesWidthPx : checkoutWidthPx}
      start={
        flow.step === 2 &&
        phase === "ready" && (
          <IconButton icon="left" label={m.pay_back()} onClick={view.back} className="-ml-3" />
        )
      }
      title={
        <>
          {flow.step === 1 ? m.pay_title() : m.pay_checkout()}
          <span className="block text-12 font-[550] tracking-normal text-text-3">
            {flow.step === 1 ? m.pay_step_one({ balance: tokens(view.balance) }) : m.pay_step_two()}
          </span>
        </>
      }
      footer={
        phase === "ready" && (
          <div className="grid min-w-0 flex-1 gap-3">
            {problem}
            {onePress}
            <div className="flex items-center gap-4">
              <Footer view={view} />
            </div>
          </div>
        )
      }
    >
      <StartAtTop at={`${flow.step}-${phase}`} />
      {children}
    </Dialog>
  );
}

/**
 * Starts the next step at its top, however far down the step before had been scrolled; and the dialog takes the focus
 * that went with the button which was pressed. Opening it is the dialog's own affair: the element that had the focus
 * then is to get it back.
 */
function StartAtTop({ at }: { at: string }) {
  const here = useRef<HTMLSpanElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    const dialog = here.current?.closest<HTMLElement>("[role=dialog]");
    // Not scrollIntoView: that aims at where the dialog is while it still rises.
    dialog?.parentElement?.scrollTo(0, 0);
    dialog?.scrollTo(0, 0);
    if (!dialog?.contains(document.activeElement)) dialog?.focus({ preventScroll: true });
  }, [at]);
  return <span ref={here} hidden />;
}

/** Nothing is chosen beforehand: what most fans choose is one press away. */
function Popular({ offer, local, choose }: { offer: Offer; local: boolean; choose(offerId: number): void }) {
  return (
    <Button tone="outline" size="lg" className="min-w-0 px-4 slim:px-3" onClick={() => choose(offer.id)}>
      <span className="grid min-w-0 text-left leading-[1.25]">
        <span className="whitespace-normal slim:text-14">
          {m.pay_popular_offer({ tokens: tokens(offer.tokens), price: chargedText(offer, local) })}
        </span>
        <span className="text-12 font-[550] text-text-2 slim:sr-only">{m.pay_popular_note()}</span>
      </span>
    </Button>
  );
}

function Footer({ view }: { view: CheckoutView }) {
  const { flow, offer } = view;
  if (flow.step === 1) {
    return (
      <>
        {view.popular ? (
          <Popular offer={view.popular} local={flow.type === "regional"} choose={view.choose} />
        ) : (
          <Total offer={offer} local={flow.type === "regional"} />
        )}
        <Button
          key="proceed"
          tone={view.hasSavedCard ? "outline" : "primary"}
          size="lg"
          className="ml-auto"
          disabled={!mayProceed(flow, offer !== null)}
          onClick={view.proceed}
        >
          {m.pay_get_tokens()}
        </Button>
      </>
    );
  }
  return (
    <>
      <Total offer={offer} ordering local={flow.type === "regional"} />
      {/* A button of its own: one that is disabled under the focus would lose it to nobody. */}
      <Button
        key="order"
        tone="primary"
        size="lg"
        className="ml-auto"
        disabled={!view.mayOrder}
        onClick={view.order}
      >
        <span className="leading-[1.25] slim:grid">
          {m.pay_place_order()} <span className="slim:hidden">·</span>{" "}
          <span className="slim:text-14 slim:font-[550]">
            {offer && m.pay_place_order_price({ price: chargedText(offer, flow.type === "regional") })}
          </span>
        </span>
      </Button>
    </>
  );
}
