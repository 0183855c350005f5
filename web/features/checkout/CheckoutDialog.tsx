import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useReducer, useState } from "react";
import type { FanProfile } from "#contract/profile.ts";
import type { CheckoutOpening } from "#web/entities/wallet/open-checkout.ts";
import { savedCardsQuery } from "#web/entities/wallet/saved-cards.ts";
import { packageFor } from "#web/entities/wallet/top-up.ts";
import { paymentToastMs } from "#web/lib/constants.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { type CardFormApi, useCardForm } from "./card/use-card-form.ts";
import { type HostedFieldsApi, useHostedFields } from "./card/use-hosted-fields.ts";
import { CardStep, isOnPage } from "./CardStep.tsx";
import { advance, type CheckoutFlow, flowAtStart } from "./checkout-flow.ts";
import { CheckoutFrame, type CheckoutView } from "./CheckoutFrame.tsx";
import { findOffer, type Offer, onSale, popularOffer, secondsLeft } from "./offers.ts";
import { type CardWay, type LoadedPackages, usePackages } from "./packages-query.ts";
import { PackageStep } from "./PackageStep.tsx";
import type { PageOrder } from "./payment/payment-order.ts";
import { DonePanel, Problem, ProviderPage, WaitingPanel } from "./payment/PaymentPanels.tsx";
import { usePayment } from "./payment/use-payment.ts";
import { SavedCardButton } from "./SavedCardButton.tsx";
import { useCheckoutGuard } from "./use-checkout-guard.ts";
import { WaitNotice } from "./WaitNotice.tsx";

export type CheckoutDialogProps = { opening: CheckoutOpening; onClose(): void };

/** Buying tokens in two steps. It is open while it is mounted; what was chosen or typed goes with it. */
export function CheckoutDialog({ opening, onClose }: CheckoutDialogProps) {
  const { offers, failed, now } = usePackages();
  const viewer = useCheckoutGuard(failed, onClose);
  return (
    viewer && (
      <OpenCheckout
        viewer={viewer}
        offers={offers}
        now={now}
        needed={opening.needed}
        wanted={opening.offerId}
        beside={opening.beside ?? false}
        onClose={onClose}
      />
    )
  );
}

type OpenCheckoutProps = {
  viewer: FanProfile;
  offers: LoadedPackages | null;
  now: Date;
  needed: number | undefined;
  wanted: number | undefined;
  beside: boolean;
  onClose(): void;
};

function OpenCheckout({ viewer, offers, now, needed, wanted, beside, onClose }: OpenCheckoutProps) {
  const [flow, act] = useReducer(advance, flowAtStart);
  const form = useCardForm(viewer.email);
  const [accepted, accept] = useState(false);
  const [keepsCard, keepCard] = useState(false);
  const saved = useSavedCard();
  const { payment, state } = usePayment(onClose);
  const missing = needed === undefined ? 0 : needed - viewer.balance;
  useFirstChoice(offers, { missing, wanted }, (offerId) => act({ do: "choose_offer", offerId }));
  const offer = offers && findOffer(offers, flow.offerId, now);
  const isGone = flow.offerId !== null && offers !== null && offer === null && state.phase === "ready";
  useGoneOffer(isGone, state.problem?.kind === "offer_used", () => act({ do: "offer_gone" }));
  const retryAt = offers?.retryAt ?? null;
  const mustWait = retryAt !== null && secondsLeft(retryAt, now) > 0;
  const card = offers?.card ?? "fields";
  const hosted = useHostedFields(offers?.hosted_fields ?? null);
  const onPage = isOnPage(flow, card);
  const onePress =
    saved && offer && flow.step === 1 && flow.type === "card" ? (
      <SavedCardButton
        card={saved}
        offer={offer}
        viewer={viewer}
        disabled={mustWait}
        pay={async () => {
          await payment.payBySavedCard({ offer, savedCard: saved.id });
          // Whatever kept the card from paying, the form is there.
          if (payment.state.get().problem) act({ do: "proceed", offerOpen: true });
        }}
      />
    ) : null;
  const view: CheckoutView = {
    flow,
    phase: state.phase,
    offer,
    popular: offers && flow.offerId === null ? popularOffer(offers, now) : null,
    balance: viewer.balance,
    hasSavedCard: onePress !== null,
    mayOrder: isFilled({ onPage, accepted, card, form, hosted }) && flow.method !== null && !mustWait,
    choose: (offerId) => act({ do: "choose_offer", offerId }),
    proceed: () => act({ do: "proceed", offerOpen: offer !== null }),
    back: () => act({ do: "back" }),
    order: () => {
      if (!offer) return;
      if (onPage) void payment.payOnPage(pageOrder(offer, flow));
      else
        void payment.pay(
          { offer, form: form.values, ...(keepsCard && { keepsCard }) },
          card === "hosted" ? hosted.tokenize : undefined,
        );
    },
    beside,
    close: onClose,
  };
  return (
    <CheckoutFrame
      view={view}
      onePress={onePress}
      problem={state.problem && <Problem problem={state.problem} onDismiss={payment.dismissProblem} />}
    >
      {state.phase === "ready" && (mustWait || state.problem === null) && (
        <WaitNotice retryAt={retryAt} now={now} />
      )}
      {state.page !== null && (
        <ProviderPage
          url={state.page}
          asking={state.asking}
          mayCheck={state.slow}
          onCheck={payment.checkStatus}
        />
      )}
      {state.purchase && <DonePanel purchase={state.purchase} resumes={needed !== undefined} />}
      {isWaiting(state.phase) && <WaitingPanel state={state} onCheck={payment.checkStatus} />}
      {state.phase === "ready" && flow.step === 1 && (
        <>
          {needed !== undefined && <Missing needed={needed} balance={viewer.balance} />}
          {offers?.open === false ? (
            <Closed />
          ) : (
            <PackageStep offers={offers} now={now} flow={flow} act={act} />
          )}
        </>
      )}
      {flow.step === 2 && offer && offers && (state.phase === "ready" || card === "hosted") && (
        // Text in the gateway's frames would go with them: they stay while a token and the sale are on their way.
        <div hidden={state.phase !== "ready"}>
          <CardStep
            flow={flow}
            act={act}
            offer={offer}
            descriptor={offers.descriptor}
            form={form}
            card={card}
            hosted={hosted}
            keeping={offers.saves_cards ? { agreed: keepsCard, agree: keepCard } : null}
            terms={{ accepted, accept }}
          />
        </div>
      )}
    </CheckoutFrame>
  );
}

/** Is there everything that the order needs? */
function isFilled(step: {
  onPage: boolean;
  accepted: boolean;
  card: CardWay;
  form: CardFormApi;
  hosted: HostedFieldsApi;
}): boolean {
  const { onPage, accepted, card, form, hosted } = step;
  if (onPage) return accepted;
  if (card === "hosted") return form.completeWithoutCard && hosted.complete;
  return card === "fields" && form.complete;
}

/** The newest card of the fan's that can pay by one press; null where there is none. */
function useSavedCard() {
  const { data } = useQuery(savedCardsQuery);
  return data?.find(({ expired }) => !expired) ?? null;
}

/** Card methods have no page of their own: the gateway's form takes any card. */
function pageOrder(offer: Offer, { type, method }: CheckoutFlow): PageOrder {
  return { offer, method: type === "regional" ? method : null };
}

/** Chooses the package that the fan pressed, or what is just enough for what they wanted, once, when the packages are there. */
function useFirstChoice(
  offers: LoadedPackages | null,
  { missing, wanted }: { missing: number; wanted: number | undefined },
  choose: (offerId: number) => void,
): void {
  const loaded = offers !== null;
  const onLoaded = useEffectEvent(() => {
    const sold = offers ? onSale(offers, new Date()) : [];
    const enough = missing > 0 ? packageFor(sold, missing) : null;
    const first = sold.find(({ id }) => id === wanted) ?? enough;
    if (first) choose(first.id);
  });
  useEffect(() => {
    if (loaded) onLoaded();
  }, [loaded]);
}

/**
 * Leads back to the packages when the chosen one is gone. A fan who was just refused it has already been shown why.
 */
function useGoneOffer(isGone: boolean, wasRefused: boolean, leave: () => void): void {
  const onGone = useEffectEvent(() => {
    if (!wasRefused) toast({ kind: "info", text: m.pay_promo_over(), durationMs: paymentToastMs });
    leave();
  });
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone]);
}

/** No gateway takes payments yet. */
function Closed() {
  return (
    <p role="status" className="flex items-center gap-3 rounded-12 bg-surface px-4 py-3 text-text-2">
      <Icon name="info" className="flex-none text-text-3" />
      {m.pay_closed()}
    </p>
  );
}

/** Why the checkout opened: what the fan wanted costs more than they have. */
function Missing({ needed, balance }: { needed: number; balance: number }) {
  return (
    <p className="flex items-center gap-3 rounded-12 bg-gold-soft px-4 py-3">
      <Coin className="flex-none" />
      {m.pay_reason_needed({ count: needed, needed: tokens(needed), balance: tokens(balance) })}
    </p>
  );
}

function isWaiting(phase: string): boolean {
  return ["processing", "pending", "stalled", "redirecting"].includes(phase);
}
