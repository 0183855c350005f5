import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { receiptLines } from "#contract/receipt-lines.ts";
import type { ShowEnd } from "#contract/show-state.ts";
import type { OverShow } from "#web/entities/show/fan-show.ts";
import { TopUpButton } from "#web/entities/wallet/TopUpButton.tsx";
import { clock, money, tokens } from "#web/lib/i18n/format.ts";
import { useBalance } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { isRated, RateShow } from "./RateShow.tsx";
import { showReceiptQuery } from "./receipt/receipt-query.ts";
import { endText, isFreeLook } from "./show-texts.ts";

type ShowOverProps = { over: OverShow; name: string; onClose(): void };

/**
 * The end of a show: how it ended, how long it was, its price, and its receipt. A free look has nothing to report.
 */
export function ShowOver({ over, name, onClose }: ShowOverProps) {
  const isFree = isFreeLook(over.show);
  const forget = useEffectEvent(onClose);
  useEffect(() => {
    if (isFree) forget();
  }, [isFree]);
  return isFree ? null : <OverDialog over={over} name={name} onClose={onClose} />;
}

/** Ends after which nothing is sold: the fan may not come back, or allows themselves no more. */
const sellsNothing: ReadonlySet<ShowEnd> = new Set(["banned", "limit_reached"]);

function OverDialog({ over, name, onClose }: ShowOverProps) {
  const { show, reason } = over;
  const isPaid = show.role !== "promo";
  const balance = useBalance();
  const receipt = useQuery({ ...showReceiptQuery(show.id), enabled: isPaid }).data ?? null;
  const raised = receipt !== null && receiptLines(receipt).some(({ kind }) => kind === "minimum");
  const isShort = isPaid && balance !== null && balance < show.rate && !sellsNothing.has(reason);
  return (
    <Dialog open onClose={onClose} title={m.show_over_title({ name })} maxWidth={420} low>
      <div className="grid gap-2 text-text-2">
        <p>{endText(over, name)}</p>
        {!isPaid && (
          <p className="tabular-nums">{m.show_over_served({ time: clock(show.served_seconds) })}</p>
        )}
      </div>
      {isPaid && <Sum over={over} dollars={receipt?.money.amount ?? 0} />}
      {raised && (
        <p className="text-text-2">
          {m.paid_over_minimum({ count: show.minimum, amount: tokens(show.minimum) })}
        </p>
      )}
      {isRated(show) && <RateShow showId={show.id} />}
      <div className="grid gap-2">
        <Button tone="primary" wide onClick={onClose}>
          {m.common_ok()}
        </Button>
        {(reason === "out_of_tokens" || isShort) && (
          <TopUpButton price={show.rate} balance={balance ?? 0} size="md" />
        )}
        {isPaid && (
          <ButtonLink to={`/receipts/${show.id}`} tone="quiet" wide onClick={onClose}>
            {m.receipt_open()}
          </ButtonLink>
        )}
      </div>
    </Dialog>
  );
}

/** `dollars`: what the receipt says that the tokens had cost; nothing is shown while that is not known, or was nothing. */
function Sum({ over: { show }, dollars }: { over: OverShow; dollars: number }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-16 bg-line tabular-nums">
      <div className="bg-overlay px-4 py-3">
        <dt className="text-12 text-text-2">{m.show_over_time()}</dt>
        <dd className="text-20 font-[650]">{clock(show.served_seconds)}</dd>
      </div>
      <div className="bg-overlay px-4 py-3">
        <dt className="text-12 text-text-2">{m.receipt_charged()}</dt>
        <dd className="text-20 font-[650]">
          {m.content_tokens({ count: show.spent, amount: tokens(show.spent) })}
          <span className="block min-h-[17px] text-12 font-normal text-text-2">
            {dollars > 0 && money(dollars)}
          </span>
        </dd>
      </div>
    </dl>
  );
}
