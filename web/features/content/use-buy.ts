import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type BuySession, buyItem, createBuySession } from "#web/entities/content/buy-item.ts";
import type { ContentItem, ContentKind } from "#web/entities/content/content-item.ts";
import { contentKey, itemKey, putItem } from "#web/entities/content/content-query.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { useSetBalance } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";

/**
 * Buys one item from this browser: the balance of each answer is put where everybody reads it, the open item wherever
 * it is shown, and a toast says what it cost. One session for the life of the component: key it by item.
 */
export function useBuy(kind: ContentKind, id: number): BuySession {
  const client = useQueryClient();
  const setBalance = useSetBalance();
  const buy = async (key: string, price: number) => {
    const outcome = await buyItem(browserApi, kind, { id, price, key });
    if ("balance" in outcome) setBalance(outcome.balance);
    if (!outcome.ok && outcome.refusal === "price_changed")
      await client.refetchQueries({ queryKey: itemKey(kind, id) });
    if (!outcome.ok && outcome.refusal === "refused") sayRefused(outcome);
    return outcome;
  };
  const onBought = ({ price, item }: { price: number; item: ContentItem }) => {
    putItem(client, kind, item);
    void client.invalidateQueries({ queryKey: [...contentKey(kind), "purchased"] });
    toast({ kind: "success", text: m.content_bought({ count: price, amount: tokens(price) }) });
  };
  const [session] = useState(() => createBuySession({ buy, onBought, newId: () => crypto.randomUUID() }));
  return session;
}

function sayRefused({ status, message }: { status: number; message: string }): void {
  toast({ kind: "error", text: m.content_refused({ status: String(status), message }) });
}
