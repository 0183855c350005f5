import type { TicketDetails } from "#contract/admin-tickets.ts";
import type { ReportReason } from "#contract/report-reasons.ts";
import { siteName } from "#contract/site-name.ts";
import { tokens as grouped } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Checkbox } from "#web/ui/fields/Checkbox.tsx";

/** Content that is removed for these reasons was against the law, or not as its buyers were promised. */
const refundedFor: readonly ReportReason[] = [
  "minor",
  "nonconsensual",
  "danger",
  "scam",
  "privacy",
  "copyright",
];

/** Whether staff give tokens back unless they say otherwise. */
export const refundsAtFirst = ({ reason, sold }: TicketDetails) =>
  sold.buyers > 0 && refundedFor.some((one) => one === reason);

/** Asks whether those who bought what is removed get their tokens back; nothing where nobody did. */
export function RefundBuyers({
  sold: { buyers, tokens },
  checked,
  onChange,
}: {
  sold: TicketDetails["sold"];
  checked: boolean;
  onChange(checked: boolean): void;
}) {
  if (buyers === 0) return null;
  const amounts = { buyers, people: grouped(buyers), tokens, amount: grouped(tokens) };
  return (
    <div className="grid gap-1">
      <Checkbox
        label={m.admin_refund_buyers(amounts)}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <p className="pl-[34px] text-12 text-text-3">{m.admin_refund_hint({ site: siteName() })}</p>
    </div>
  );
}
