import { useId } from "react";
import type { PurchasedChatMedia } from "#contract/messaging.ts";
import { useWorthAhead } from "#web/entities/wallet/token-worth.ts";
import { TopUpButton } from "#web/entities/wallet/TopUpButton.tsx";
import { useSpendRefused } from "#web/entities/wallet/use-spend-refused.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { type Refusal, refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { useBalance, useSetBalance } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import type { ThreadSession } from "./thread-session.ts";

type UnlockButtonProps = { thread: ThreadSession; mediaId: number; price: number; ready: boolean };

/** Buys one medium: its price in tokens and money, what is left after, or what is missing. */
export function UnlockButton({ thread, mediaId, price, ready }: UnlockButtonProps) {
  const noteId = useId();
  const balance = useBalance() ?? 0;
  const unlock = useUnlock(thread, mediaId);
  const worth = useWorthAhead()(price);
  const missing = price - balance;
  const amount = tokens(price);
  return (
    <div className="grid gap-2">
      {missing > 0 && !unlock.refusal?.unknown ? (
        <TopUpButton price={price} balance={balance} size="md" describedBy={noteId} />
      ) : (
        <Button
          tone="primary"
          wide
          busy={unlock.pending}
          disabled={!ready}
          aria-describedby={noteId}
          onClick={() => void unlock.run(mediaId)}
        >
          {worth === null
            ? m.inbox_unlock({ price: amount })
            : m.inbox_unlock_money({ price: amount, money: worth })}
        </Button>
      )}
      <p id={noteId} role={unlock.refusal ? "alert" : undefined} className="text-center text-12 text-text-2">
        {noteOf(unlock.refusal, missing)}
      </p>
    </div>
  );
}

/** Buys a medium once, and shows it in its message. */
function useUnlock(thread: ThreadSession, mediaId: number) {
  const setBalance = useSetBalance();
  return useCommand({
    once: ["unlock", mediaId],
    call: (id: number, idempotencyKey) =>
      browserApi.call("POST /api/chat/buying-paid-media/{id}", { params: { id }, idempotencyKey }),
    onDone({ body: { balance, transfer_id, item } }) {
      setBalance(balance, transfer_id);
      const words = { count: item.price, amount: tokens(item.price) };
      toast({ kind: "success", text: m.inbox_bought_toast(words) });
      showBought(thread, item, () => location.reload());
    },
    onRefused: useSpendRefused(),
  });
}

function noteOf(refusal: Refusal | null, missing: number): string {
  if (refusal?.unknown) return m.inbox_unlock_unknown();
  if (missing > 0) return m.inbox_too_few({ count: missing, amount: tokens(missing) });
  // Tokens that were missing then may have been bought since.
  if (refusal && refusal.status !== 402) return refusalText(refusal);
  return m.inbox_left_after({ count: tokens(-missing) });
}

/**
 * Shows a medium that was just bought in its message. One that matches no message of the thread is a page that has lost
 * its way: it is logged, and the page is loaded again.
 */
export function showBought(
  thread: Pick<ThreadSession, "get" | "change">,
  { id, media }: Pick<PurchasedChatMedia, "id" | "media">,
  reload: () => void,
): void {
  const item = thread.get().items.find(({ message }) => message.media?.id === id);
  if (!item) {
    console.error(`bought media ${id} is in no message of this chat`);
    reload();
    return;
  }
  thread.change(item.message.id, (message) => ({ ...message, media, purchase_status: "paid" }));
}
