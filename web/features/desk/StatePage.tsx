import type { ReactNode } from "react";
import { Link } from "react-router";
import type { DeskState } from "#contract/desk.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { ErrorCard } from "#web/ui/ErrorCard.tsx";
import { Facts, Waiting, When } from "./parts.tsx";
import { useDesk } from "./use-desk.ts";

/** What the checks of the machine found last, and what waits for somebody. */
export function StatePage() {
  const answer = useDesk(["state"], () => browserApi.call("GET /api/admin/state"));
  const state = answer.data;
  return (
    <>
      <h1 className="mb-4">{m.desk_state()}</h1>
      {state ? (
        <div className="grid gap-4 lg:grid-cols-2">
          <Reconciliation found={state.reconciliation} />
          <Ledger found={state.ledger} />
          <Waits state={state} />
        </div>
      ) : answer.isError ? (
        <ErrorCard onRetry={() => void answer.refetch()} />
      ) : (
        <Waiting />
      )}
    </>
  );
}

function Card({ title, ok, children }: { title: string; ok: boolean | null; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid content-start gap-4 rounded-16 bg-surface p-5 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <header className="flex items-center justify-between gap-3">
        <h2>{title}</h2>
        {ok !== null && <Pill tone={ok ? "ok" : "error"}>{ok ? m.desk_sound() : m.desk_look()}</Pill>}
      </header>
      {children}
    </section>
  );
}

function Reconciliation({ found }: { found: DeskState["reconciliation"] }) {
  if (!found)
    return (
      <Card title={m.desk_reconciliation()} ok={null}>
        <p className="text-text-2">{m.desk_not_run()}</p>
      </Card>
    );
  return (
    <Card title={m.desk_reconciliation()} ok={found.ok}>
      <Facts
        facts={[
          [m.desk_last_run(), <When key="at" at={found.at} />],
          [m.desk_resumed(), tokens(found.resumed)],
          [m.desk_queried(), tokens(found.queried)],
          [m.desk_settled(), tokens(found.settled)],
          [m.desk_failed(), tokens(found.failed)],
        ]}
      />
    </Card>
  );
}

function Ledger({ found }: { found: DeskState["ledger"] }) {
  if (!found)
    return (
      <Card title={m.desk_ledger()} ok={null}>
        <p className="text-text-2">{m.desk_not_run()}</p>
      </Card>
    );
  return (
    <Card title={m.desk_ledger()} ok={found.ok}>
      <Facts
        facts={[
          [m.desk_last_run(), <When key="at" at={found.at} />],
          [m.desk_accounts(), tokens(found.accounts)],
          [m.desk_transfers(), tokens(found.transfers)],
        ]}
      />
      {found.problems.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-error">
          {found.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Waits({ state }: { state: DeskState }) {
  const { payments, tickets, debts } = state;
  return (
    <Card title={m.desk_waits()} ok={tickets.overdue === 0}>
      <Facts
        facts={[
          [
            m.desk_tickets(),
            <Link key="tickets" to="/admin/models/tickets" className="hover:underline">
              {m.desk_open_tickets({ count: tickets.open, overdue: tickets.overdue })}
            </Link>,
          ],
          [
            m.desk_open_payments(),
            <span key="payments">
              {tokens(payments.waiting)}
              {payments.oldest && (
                <>
                  {" "}
                  · {m.desk_oldest()} <When at={payments.oldest} />
                </>
              )}
            </span>,
          ],
          [m.desk_debts(), m.desk_fans({ count: debts.fans })],
        ]}
      />
    </Card>
  );
}
