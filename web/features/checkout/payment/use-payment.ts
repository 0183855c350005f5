import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserClock } from "#web/lib/clock.ts";
import { paymentToastMs } from "#web/lib/constants.ts";
import { randomId } from "#web/lib/platform/random-id.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";
import { currentSession } from "#web/lib/session/session.ts";
import { useSetBalance } from "#web/lib/session/viewer.ts";
import { useStore } from "#web/lib/store.ts";
import { toast } from "#web/ui/overlays/toast.ts";
import { packagesQuery, waitForNextTry } from "../packages-query.ts";
import type { PageAnswer, PaymentProblem } from "./payment-answer.ts";
import type { PageOrder } from "./payment-order.ts";
import { paymentProblemText } from "./payment-problem-text.ts";
import { createPaymentSession, type PaymentNeeds, type PaymentSession } from "./payment-session.ts";
import type { PaymentState, Purchase } from "./payment-state.ts";
import { storeReturnPath } from "./return-path.ts";

/** Survives the dialog, so that an event that comes after it has closed is recognised. */
const applied = createAppliedPurchases();

/** The payment of one open checkout, tied to the page: balance, live events, what has gone wrong and navigation. */
export function usePayment(onClose: () => void): { payment: PaymentSession; state: PaymentState } {
  const setBalance = useSetBalance();
  const client = useQueryClient();
  // The offer of the day is bought once; what comes next is the list without it.
  const refresh = () => void client.invalidateQueries({ queryKey: packagesQuery.queryKey, exact: true });
  const close = useEffectEvent(onClose);
  const succeeded = useEffectEvent((purchase: Purchase) => {
    applied.apply(purchase.transaction_id);
    setBalance(purchase.new_balance);
    refresh();
  });
  const notify = useEffectEvent((problem: PaymentProblem) => {
    if (problem.kind === "offer_used") refresh();
    // This problem has a dialog of its own.
    if (problem.kind === "method_refused") return () => undefined;
    return toast({ kind: "error", text: paymentProblemText(problem), durationMs: paymentToastMs });
  });
  const wait = useEffectEvent((seconds: number) => waitForNextTry(client, seconds));
  const [payment] = useState(() =>
    // oxlint-disable-next-line react/rules-of-hooks -- the session calls them when something happened, never in a rendering
    createPaymentSession(pageNeeds({ succeeded, close, wait, notify, setBalance })),
  );
  useEffect(() => {
    payment.open();
    return payment.dispose;
  }, [payment]);
  const onMessage = useEffectEvent((event: MessageEvent) => {
    const transactionId = endedPayment(event);
    if (transactionId !== null) payment.pageEnded(transactionId);
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => onMessage(event);
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, []);
  // The page itself keeps the balance in step with this event; here it only ends the waiting.
  useRealtimeEvent("CallbackBuyTokensEvent", (event) => {
    const transactionId = event.transaction_id === undefined ? null : String(event.transaction_id);
    if (event.type !== "tokens" || !applied.apply(transactionId)) return;
    payment.arrived({ new_balance: event.new_balance, tokens: event.tokens, transaction_id: transactionId });
  });
  return { payment, state: useStore(payment.state) };
}

/** Asks for the gateway's page, whichever it is. The card gateway's answer has the balance too. */
async function askForPage(
  { offer, method }: PageOrder,
  idempotencyKey: string,
  setBalance: (balance: number) => void,
): Promise<PageAnswer> {
  if (method === null) {
    const answer = await browserApi.call("POST /api/fan/card-gateway/buy-tokens", {
      body: { id: offer.id },
      idempotencyKey,
    });
    if (answer.status !== 200) return answer;
    // A gateway may leave out what it does not have.
    const { status, url, balance, transaction_id }: Partial<typeof answer.body> = answer.body;
    if (balance !== undefined) setBalance(balance);
    return { status: 200, body: status && url ? { url, transaction_id: transaction_id ?? null } : null };
  }
  const body = { id: offer.id, paymentMethodCode: method };
  const answer = await browserApi.call("POST /api/directa24/buy-tokens", { body, idempotencyKey });
  if (answer.status !== 200) return answer;
  const { redirectUrl: url }: { redirectUrl?: string } = answer.body;
  // Without an address the provider has no page for this fan, which is as good as a refusal.
  if (!url) return { status: 409, body: { code: "method_refused", message: "" } };
  return { status: 200, body: { url, transaction_id: answer.body.transaction_id } };
}

/** The payment that our own result page in the frame reports as decided; null for any other message. */
function endedPayment({ origin, data }: MessageEvent): string | null {
  if (origin !== location.origin || data?.kind !== "payment-decided") return null;
  return typeof data.id === "string" ? data.id : null;
}

type Ties = Pick<PaymentNeeds, "succeeded" | "close" | "wait" | "notify"> & {
  setBalance(balance: number): void;
};

function pageNeeds({ succeeded, close, wait, notify, setBalance }: Ties): PaymentNeeds {
  return {
    clock: browserClock,
    process: (body, idempotencyKey) =>
      browserApi.call("POST /api/payments/process", { body, idempotencyKey }),
    savedCard: ({ offer, savedCard: id }, orderid, idempotencyKey) =>
      browserApi.call("POST /api/payments/saved-cards/{id}/pay", {
        params: { id },
        body: { package_id: offer.id, amount: offer.charged, orderid },
        idempotencyKey,
      }),
    page: (order, idempotencyKey) => askForPage(order, idempotencyKey, setBalance),
    status: (id) => browserApi.call("GET /api/payments/status/{id}", { params: { id } }),
    hasToken: () => currentSession() !== null,
    newKey: randomId,
    notify,
    wait,
    succeeded,
    go(url) {
      storeReturnPath();
      location.assign(url);
    },
    close,
  };
}

/** Remembers which purchases have been shown, so that the answer of a sale and its live event count once. */
type AppliedPurchases = {
  /** True the first time a transaction is named. Without an id nothing can be compared: always true. */
  apply(transactionId: string | number | null | undefined): boolean;
};

const rememberedMax = 100;

/** Makes an empty memory of the last 100 transactions. */
export function createAppliedPurchases(): AppliedPurchases {
  const seen = new Set<string>();
  return {
    apply(transactionId) {
      if (transactionId === null || transactionId === undefined) return true;
      const id = String(transactionId);
      if (seen.has(id)) return false;
      seen.add(id);
      const oldest = seen.values().next().value;
      if (seen.size > rememberedMax && oldest !== undefined) seen.delete(oldest);
      return true;
    },
  };
}
