import { useEffect, useState } from "react";
import { roomRefusal } from "#web/entities/room/room-refusal.ts";
import type { Api } from "#web/lib/api/api.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserClock } from "#web/lib/clock.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { useSetBalance } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import {
  createTipSession,
  type TipBody,
  type TipOrder,
  type TipOutcome,
  type TipSession,
} from "./tip-session.ts";

export type TipOptions = {
  model: { id: number; artisticName: string };
  /** What is chosen to begin with. */
  order: TipOrder;
};

/**
 * Tips one model from this browser: the balance of each answer is put where everybody reads it, and a toast says what
 * was sent. One session for the life of the component: key it by model.
 */
export function useTip({ model, order }: TipOptions): TipSession {
  const setBalance = useSetBalance();
  const pay = async (id: string, body: TipBody) => {
    const outcome = await payTip(browserApi, model.id, id, body);
    if ("balance" in outcome) setBalance(outcome.balance);
    return outcome;
  };
  const onPaid = (paid: { tokens: number }) => {
    const words = { count: paid.tokens, amount: tokens(paid.tokens), name: model.artisticName };
    toast({ kind: "success", text: m.tip_toast(words) });
  };
  const [tip] = useState(() =>
    createTipSession({ order, pay, onPaid, newId: () => crypto.randomUUID(), clock: browserClock }),
  );
  useEffect(() => tip.dispose, [tip]);
  return tip;
}

/** Tips the model. `id` is the tip's own, sent as `Idempotency-Key`, so that a retry cannot pay twice. */
export async function payTip(api: Api, modelId: number, id: string, body: TipBody): Promise<TipOutcome> {
  const answer = await api.call("POST /api/fan/pay-tips-to-model/{id}", {
    params: { id: modelId },
    body,
    idempotencyKey: id,
  });
  if (answer.status === 200)
    return { ok: true, balance: answer.body.balance, tokens: answer.body.tip.tokens };
  if (answer.status === 402) {
    const { needed, balance } = answer.body;
    return { ok: false, refusal: "too_few_tokens", needed, balance };
  }
  return roomRefusal(answer) ?? { ok: false, refusal: "unknown" };
}
