import { useQueryClient } from "@tanstack/react-query";
import type { ContentKind } from "#web/entities/content/content-item.ts";
import { contentKey, itemKey, putItem } from "#web/entities/content/content-query.ts";
import { useSpendRefused } from "#web/entities/wallet/use-spend-refused.ts";
import type { ApiAnswer } from "#web/lib/api/api.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { type Command, useCommand } from "#web/lib/api/use-command.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { useSetBalance } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";
import { openText } from "./open-text.ts";

export type BuyAnswer =
  | ApiAnswer<"POST /api/fan/buy-attachment">
  | ApiAnswer<"POST /api/fan/buy-post/{postId}">;

/**
 * Buys one item at the price on show, once: the balance of each answer is put where everybody reads it, the open item
 * wherever it is shown, and a toast says what it cost, or that it was open anyway.
 */
export function useBuy(kind: ContentKind, id: number): Command<number, BuyAnswer> {
  const client = useQueryClient();
  const setBalance = useSetBalance();
  const refused = useSpendRefused();
  return useCommand({
    once: ["buy", kind, id],
    call: (price: number, key) => buyItem(kind, id, price, key),
    onDone({ body: { balance, transfer_id, item } }, price) {
      setBalance(balance, transfer_id);
      putItem(client, kind, item);
      void client.invalidateQueries({ queryKey: [...contentKey(kind), "purchased"] });
      const isBought = item.access === "bought";
      const text = isBought ? m.content_bought({ count: price, amount: tokens(price) }) : openText(item);
      toast({ kind: "success", text });
    },
    async onRefused(refusal) {
      if (refusal.code === "price_changed") await client.refetchQueries({ queryKey: itemKey(kind, id) });
      else refused(refusal);
    },
  });
}

function buyItem(kind: ContentKind, id: number, price: number, idempotencyKey: string): Promise<BuyAnswer> {
  return kind === "video"
    ? browserApi.call("POST /api/fan/buy-attachment", { body: { attachment_id: id, price }, idempotencyKey })
    : browserApi.call("POST /api/fan/buy-post/{postId}", {
        params: { postId: id },
        body: { price },
        idempotencyKey,
      });
}
