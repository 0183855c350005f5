import type { TicketReceipt } from "#contract/support.ts";
import { dateTime } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { useFocusOnArrival } from "./use-message.ts";

type ReceiptProps = { receipt: TicketReceipt; removal: boolean; email: string; onAgain(): void };

/** The message has arrived: its number, and what happens by when. */
export function Receipt({ receipt, removal, email, onAgain }: ReceiptProps) {
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const due = dateTime(receipt.due_at);
  return (
    <div className="grid justify-items-start gap-3 py-2">
      <span className="grid size-12 place-items-center rounded-full bg-ok-soft text-ok">
        <Icon name="check" size={24} />
      </span>
      <h2 ref={heading} tabIndex={-1} className="outline-none">
        {removal ? m.support_removal_arrived() : m.support_arrived()}
      </h2>
      <p className="text-text-2">
        {m.support_number()}{" "}
        <strong data-testid="ticket-number" className="font-[650] whitespace-nowrap text-text tabular-nums">
          {receipt.number}
        </strong>
      </p>
      <p className="text-text-2">
        {removal ? m.support_removal_next({ date: due }) : m.support_next({ date: due })}
      </p>
      <p className="text-text-2">
        {receipt.mailed ? m.support_mailed({ email: email.trim() }) : m.support_not_mailed()}
      </p>
      <Button tone="solid" className="mt-2" onClick={onAgain}>
        {m.support_again()}
      </Button>
    </div>
  );
}
