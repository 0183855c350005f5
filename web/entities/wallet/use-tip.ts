import { useEffect, useState } from "react";
import { tipMenuBounds } from "#contract/field-bounds.ts";
import type { Gift, MenuItem } from "#contract/live.ts";
import { isBlank, written } from "#contract/written-text.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import type { Refusal } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { browserClock } from "#web/lib/clock.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { useSetBalance } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";
import { useSpendRefused } from "./use-spend-refused.ts";

export const tipPresets = [10, 25, 50, 100, 200] as const;
export const giftQuantities = [1, 5, 10] as const;
export const noteMax = 200;
export const tipMax = tipMenuBounds.priceMax;
/** A tip of this many tokens or more needs a long press, so that no slip of a finger spends them. */
export const holdFromTokens = 100;
/** How long the check mark of a sent tip stands. */
const sentMs = 1_200;

export type TipOrder =
  | { kind: "amount"; amount: number }
  | { kind: "gift"; gift: Gift; quantity: number }
  | { kind: "item"; item: MenuItem };
type TipForm = { order: TipOrder; note: string; anonymous: boolean };

export type Tip = TipForm & {
  step: "idle" | "sending" | "sent";
  /** Why the last one was not sent, or that nobody knows. */
  refusal: Refusal | null;
  /** A tip is on its way, or its outcome is unknown: nothing can be chosen until that is settled. */
  locked: boolean;
  choose(order: TipOrder): void;
  setNote(note: string): void;
  setAnonymous(anonymous: boolean): void;
  /** Pays what is chosen. While an answer is awaited it does nothing; after a lost one it asks about the same tip. */
  send(): void;
};

export type TipOptions = {
  model: { id: number; artisticName: string };
  /** Tips, gifts and items of the menu to one model are intents of their own. */
  kind: "tip" | "gift" | "menu";
  /** The chat of the two in which it is given; none: the room. */
  chatId?: number | undefined;
};

/** The first choice: 50 tokens, and neither a gift nor an item yet. */
const atFirst = {
  tip: { order: { kind: "amount", amount: 50 }, note: "", anonymous: false },
  gift: { order: { kind: "amount", amount: 0 }, note: "", anonymous: false },
  menu: { order: { kind: "amount", amount: 0 }, note: "", anonymous: false },
} as const satisfies Record<TipOptions["kind"], TipForm>;

/** The price of an order in tokens; 0 when no whole number of tokens was chosen. */
export function tokensOf(order: TipOrder): number {
  const price = priceOf(order);
  return Number.isInteger(price) && price >= 1 && price <= tipMax ? price : 0;
}

function priceOf(order: TipOrder): number {
  if (order.kind === "amount") return order.amount;
  return order.kind === "item" ? order.item.price : order.gift.price * order.quantity;
}

/**
 * Tips one model from this browser: the balance of each answer is put where everybody reads it, and a toast says what
 * was sent.
 */
export function useTip({ model, kind, chatId }: TipOptions): Tip {
  const setBalance = useSetBalance();
  const [chosen, setChosen] = useState<TipForm>(atFirst[kind]);
  const [sent, setSent] = useSent();
  const command = useCommand({
    once: chatId === undefined ? [kind, model.id] : [kind, model.id, "chat"],
    call: (form: TipForm, idempotencyKey) =>
      browserApi.call("POST /api/fan/pay-tips-to-model/{id}", {
        params: { id: model.id },
        body: bodyOf(form, chatId),
        idempotencyKey,
      }),
    onDone({ body: { balance, tip } }) {
      setBalance(balance, tip.transfer_id);
      setChosen((before) => ({ ...before, note: "" }));
      setSent(true);
      const words = { count: tip.tokens, amount: tokens(tip.tokens), name: model.artisticName };
      toast({ kind: "success", text: m.tip_toast(words) });
    },
    onRefused: useSpendRefused(),
  });
  const shown = command.open ?? chosen;
  const locked = command.open !== null;
  const change = (fields: Partial<TipForm>) => {
    if (locked) return;
    command.reset();
    setSent(false);
    setChosen((before) => ({ ...before, ...fields }));
  };
  return {
    ...shown,
    step: command.pending ? "sending" : sent ? "sent" : "idle",
    refusal: command.refusal,
    locked,
    choose: (next) => change({ order: next }),
    setNote: (note) => change({ note: [...note].slice(0, noteMax).join("") }),
    setAnonymous: (anonymous) => change({ anonymous }),
    send() {
      if (!sent && tokensOf(shown.order) > 0) void command.run(shown);
    },
  };
}

/** True for a moment after a tip was sent. */
function useSent() {
  const [sent, setSent] = useState(false);
  useEffect(() => (sent ? browserClock.after(sentMs, () => setSent(false)) : undefined), [sent]);
  return [sent, setSent] as const;
}

function bodyOf({ order, note, anonymous }: TipForm, chatId: number | undefined) {
  const message = isBlank(note) ? {} : { message: written(note) };
  if (chatId !== undefined && order.kind !== "item") {
    const beside = { ...message, chat_id: chatId };
    return order.kind === "amount"
      ? { amount: order.amount, ...beside }
      : { gift_id: order.gift.id, quantity: order.quantity, ...beside };
  }
  const beside = { ...message, ...(anonymous ? { anonymous } : {}) };
  switch (order.kind) {
    case "amount":
      return { amount: order.amount, ...beside };
    case "item":
      return { amount: order.item.price, menu_item_id: order.item.id, ...beside };
    case "gift":
      return { gift_id: order.gift.id, quantity: order.quantity, ...beside };
  }
}
