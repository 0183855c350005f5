import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PayoutRow } from "#contract/earnings.ts";
import { siteSlug } from "#contract/site-name.ts";
import { downloadFile } from "#web/lib/api/download.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { money, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { isMonth, monthIn, payoutsIn } from "../admin-queries.ts";
import { AdminList } from "../parts.tsx";
import { useFilters } from "../use-admin.ts";
import { PayoutDialog } from "./PayoutDialog.tsx";

/** Each model's earnings, payouts and sum due of a month, and the form to enter a payment to them. */
export function PayoutsPage() {
  const { address, change } = useFilters(["all"]);
  const month = monthIn(address);
  const answer = useQuery(payoutsIn(address, month));
  // With the month whose sheet it was: this month ends while its page is open.
  const [paying, pay] = useState<{ row: PayoutRow; month: string } | null>(null);
  return (
    <>
      <h1>{m.admin_payouts()}</h1>
      <p className="mt-1 mb-4 max-w-[72ch] text-text-2">{m.admin_payouts_lead()}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label={m.admin_month()}
          type="month"
          value={month}
          required
          onChange={(event) => isMonth(event.target.value) && change({ month: event.target.value })}
        />
        <CsvButton month={month} />
      </div>
      <AdminList
        answer={answer}
        label={m.admin_payouts()}
        empty={m.admin_payouts_none()}
        keyOf={(row) => row.model_id}
        onPage={(next) => change({ page: String(next) })}
      >
        {/* Until a sheet comes, that of another month stands there. */}
        {(row) => <Row row={row} onPay={answer.isPlaceholderData ? null : () => pay({ row, month })} />}
      </AdminList>
      {paying && <PayoutDialog {...paying} onClose={() => pay(null)} />}
    </>
  );
}

function Row({ row, onPay }: { row: PayoutRow; onPay: (() => void) | null }) {
  return (
    <article
      aria-label={row.login}
      className="grid items-center gap-x-6 gap-y-3 p-4 sm:grid-cols-[minmax(0,1fr)_auto_150px]"
    >
      <h2 className="truncate text-16!">{row.login}</h2>
      <dl className="grid grid-cols-3 gap-4 tabular-nums sm:w-[360px]">
        <Sum name={m.admin_earned()} value={tokens(row.earned)} />
        <Sum name={m.admin_paid_out()} value={tokens(row.paid)} />
        <Sum name={m.admin_due_tokens()} value={tokens(row.due)} more={money(row.amount)} />
      </dl>
      <Button
        tone="outline"
        disabled={onPay === null || row.due === 0}
        onClick={() => onPay?.()}
        className="sm:justify-self-end"
      >
        {m.admin_pay_out()}
      </Button>
    </article>
  );
}

function Sum({ name, value, more }: { name: string; value: string; more?: string }) {
  return (
    <div>
      <dt className="text-12 text-text-3">{name}</dt>
      <dd className="font-[650]">{value}</dd>
      {more && <dd className="text-12 text-text-2">{more}</dd>}
    </div>
  );
}

function CsvButton({ month }: { month: string }) {
  const { pending, run } = useCommand({
    call: (of: string) =>
      downloadFile(`/api/admin/payouts.csv?month=${of}`, `${siteSlug()}-payouts-${of}.csv`),
    onRefused: toastRefusal,
  });
  return (
    <Button tone="outline" busy={pending} onClick={() => void run(month)} className="mb-6 min-h-12">
      <Icon name="receipt" size={18} />
      {m.earnings_csv()}
    </Button>
  );
}
