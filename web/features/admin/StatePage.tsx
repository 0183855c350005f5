import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { AdminState } from "#contract/admin-payments.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { stateQuery } from "./admin-queries.ts";
import { DetailList, StateCard, Waiting, When } from "./parts.tsx";
import { BooksOfDay } from "./payments/BooksOfDay.tsx";

/** The latest findings of the machine's checks, and the work that waits for somebody. */
export function StatePage() {
  const answer = useQuery(stateQuery);
  const state = answer.data;
  return (
    <>
      <h1 className="mb-4">{m.admin_state()}</h1>
      {state ? (
        <div className="grid gap-4 lg:grid-cols-2">
          <Reconciliation found={state.reconciliation} />
          <Ledger found={state.ledger} />
          <Waits state={state} />
          <BooksOfDay />
        </div>
      ) : answer.isError ? (
        <ErrorCard error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <Waiting />
      )}
    </>
  );
}

function Reconciliation({ found }: { found: AdminState["reconciliation"] }) {
  if (!found)
    return (
      <StateCard title={m.admin_reconciliation()} ok={null}>
        <p className="text-text-2">{m.admin_not_run()}</p>
      </StateCard>
    );
  return (
    <StateCard title={m.admin_reconciliation()} ok={found.ok && !found.outdated}>
      {found.outdated && <p className="text-error">{m.admin_outdated()}</p>}
      <DetailList
        details={[
          [m.admin_last_run(), <When key="at" at={found.at} />],
          [m.admin_resumed(), tokens(found.resumed)],
          [m.admin_queried(), tokens(found.queried)],
          [m.admin_settled(), tokens(found.settled)],
          [m.admin_failed(), tokens(found.failed)],
        ]}
      />
    </StateCard>
  );
}

function Ledger({ found }: { found: AdminState["ledger"] }) {
  if (!found)
    return (
      <StateCard title={m.admin_ledger()} ok={null}>
        <p className="text-text-2">{m.admin_not_run()}</p>
      </StateCard>
    );
  return (
    <StateCard title={m.admin_ledger()} ok={found.ok && !found.outdated}>
      {found.outdated && <p className="text-error">{m.admin_outdated()}</p>}
      <DetailList
        details={[
          [m.admin_last_run(), <When key="at" at={found.at} />],
          [m.admin_accounts(), tokens(found.accounts)],
          [m.admin_transfers(), tokens(found.transfers)],
        ]}
      />
      {found.problems.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-error">
          {found.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </StateCard>
  );
}

function Waits({ state }: { state: AdminState }) {
  const { payments, tickets, debts } = state;
  return (
    <StateCard title={m.admin_waits()} ok={tickets.overdue === 0 && payments.chargebacks === 0}>
      <DetailList
        details={[
          [
            m.admin_tickets(),
            <Link key="tickets" to="/admin/models/tickets" className="hover:underline">
              {m.admin_open_tickets({ count: tickets.open, overdue: tickets.overdue })}
            </Link>,
          ],
          [
            m.admin_open_payments(),
            <span key="payments">
              {tokens(payments.waiting)}
              {payments.oldest && (
                <>
                  {" "}
                  · {m.admin_oldest()} <When at={payments.oldest} />
                </>
              )}
            </span>,
          ],
          [
            m.admin_open_chargebacks(),
            <Link key="chargebacks" to="/admin/models/payments" className="hover:underline">
              {tokens(payments.chargebacks)}
            </Link>,
          ],
          [m.admin_debts(), m.admin_fans({ count: debts.fans, amount: tokens(debts.fans) })],
        ]}
      />
    </StateCard>
  );
}
