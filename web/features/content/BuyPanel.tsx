import { useId } from "react";
import type { ContentItem, ContentKind } from "#web/entities/content/content-item.ts";
import { TopUpButton } from "#web/entities/wallet/TopUpButton.tsx";
import { type Refusal, refusalText } from "#web/lib/api/refusal.ts";
import type { Command } from "#web/lib/api/use-command.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { ItemPrice } from "./ItemPrice.tsx";
import { type BuyAnswer, useBuy } from "./use-buy.ts";

type BuyPanelProps = { kind: ContentKind; item: ContentItem; balance: number };

/** The price of unlocking, the rest after it, and the one press that does it. */
export function BuyPanel({ kind, item, balance }: BuyPanelProps) {
  const buying = useBuy(kind, item.id);
  const noteId = useId();
  const missing = item.price - balance;
  const note = noteOf(buying.refusal, missing, item.price);
  return (
    <div className="grid gap-3">
      <ItemPrice tokens={item.price} />
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 text-text-2">
        <dt>{m.content_balance()}</dt>
        <dd className="text-right tabular-nums">{tokens(balance)}</dd>
        {missing <= 0 && (
          <>
            <dt>{m.content_balance_after()}</dt>
            <dd className="text-right tabular-nums">{tokens(-missing)}</dd>
          </>
        )}
      </dl>
      <Action buying={buying} price={item.price} missing={missing} noteId={noteId} />
      <p
        id={noteId}
        role={note === null ? undefined : "alert"}
        className={`min-h-9 text-12 text-balance ${note === null ? "text-text-2" : "text-error"}`}
      >
        {note ?? m.content_buy_note()}
      </p>
    </div>
  );
}

type ActionProps = { buying: Command<number, BuyAnswer>; price: number; missing: number; noteId: string };

function Action({ buying, price, missing, noteId }: ActionProps) {
  const busy = buying.pending || buying.done !== null;
  const onBuy = () => void buying.run(price);
  if (buying.refusal?.unknown && !busy)
    return (
      <Button tone="primary" size="lg" wide onClick={onBuy} aria-describedby={noteId}>
        <Icon name="refresh" size={18} />
        {m.tip_unknown_action()}
      </Button>
    );
  if (missing > 0 && !busy)
    return <TopUpButton price={price} balance={price - missing} describedBy={noteId} />;
  return (
    <Button tone="primary" size="lg" wide busy={busy} onClick={onBuy} aria-describedby={noteId}>
      <Icon name="lock" size={18} />
      {m.content_unlock({ count: price, amount: tokens(price) })}
    </Button>
  );
}

function noteOf(refusal: Refusal | null, missing: number, price: number): string | null {
  if (refusal?.unknown) return m.content_unknown();
  if (missing > 0) return m.tip_too_few({ count: missing, amount: tokens(missing) });
  if (refusal?.code === "price_changed")
    return m.content_price_changed({ count: price, amount: tokens(price) });
  // Tokens that were missing then may have been bought since.
  return refusal && refusal.status !== 402 ? refusalText(refusal) : null;
}
