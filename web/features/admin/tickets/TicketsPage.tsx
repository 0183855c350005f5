import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { TicketSummary } from "#contract/admin-tickets.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { Segmented } from "#web/ui/fields/Segmented.tsx";
import { ticketLists, ticketsIn } from "../admin-queries.ts";
import { AdminList, When } from "../parts.tsx";
import { useFilters } from "../use-admin.ts";
import { ticketStates, ticketSubject } from "./ticket-labels.ts";

/** Messages to support: the most urgent first, overdue ones marked. */
export function TicketsPage() {
  const { address, state, change } = useFilters(ticketLists);
  const answer = useQuery(ticketsIn(address));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1>{m.admin_tickets()}</h1>
        <Segmented
          label={m.admin_show()}
          value={state}
          onChange={(next) => change({ state: next === "waiting" ? "" : next })}
          options={[
            { value: "waiting", text: m.admin_waiting() },
            { value: "closed", text: m.admin_closed() },
          ]}
        />
      </div>
      <AdminList
        answer={answer}
        label={m.admin_tickets()}
        empty={state === "waiting" ? m.admin_tickets_none() : m.admin_tickets_none_closed()}
        keyOf={(ticket) => ticket.id}
        onPage={(next) => change({ page: String(next) })}
      >
        {(ticket) => <TicketRow ticket={ticket} />}
      </AdminList>
    </>
  );
}

function TicketRow({ ticket }: { ticket: TicketSummary }) {
  return (
    <Link
      to={`/admin/models/tickets/${ticket.id}`}
      className="grid gap-1.5 p-4 outline-offset-[-2px] hover:bg-raised"
    >
      <span className="flex flex-wrap items-center gap-2 font-semibold">
        {ticketSubject(ticket)}
        {ticket.priority === 1 && <Pill tone="error">{m.admin_urgent()}</Pill>}
        {ticket.overdue && <Pill tone="error">{m.admin_overdue()}</Pill>}
        <Pill tone={ticket.state === "open" ? "warn" : "plain"}>{ticketStates[ticket.state]()}</Pill>
      </span>
      <span className="flex flex-wrap gap-x-3 gap-y-1 text-text-2">
        <span className="tabular-nums">{ticket.number}</span>
        <span>{ticket.name ?? m.admin_unnamed()}</span>
        <span>
          {m.admin_due()} <When at={ticket.due_at} />
        </span>
      </span>
    </Link>
  );
}
