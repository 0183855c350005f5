import { Link } from "react-router";
import type { TicketSummary } from "#contract/desk.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { Segmented } from "#web/ui/Segmented.tsx";
import { DeskList, When } from "./parts.tsx";
import { reasonWords, ticketStates } from "./ticket-words.ts";
import { useDesk, useFilters } from "./use-desk.ts";

/** Messages to the house: the most urgent first, overdue ones marked. */
export function TicketsPage() {
  const { page, state, change } = useFilters(["waiting", "closed"]);
  const query = { page, state };
  const answer = useDesk(["tickets", query], () => browserApi.call("GET /api/admin/tickets", { query }));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1>{m.desk_tickets()}</h1>
        <Segmented
          label={m.desk_show()}
          value={state}
          onChange={(next) => change({ state: next === "waiting" ? "" : next })}
          options={[
            { value: "waiting", text: m.desk_waiting() },
            { value: "closed", text: m.desk_closed() },
          ]}
        />
      </div>
      <DeskList
        answer={answer}
        label={m.desk_tickets()}
        empty={state === "waiting" ? m.desk_tickets_none() : m.desk_tickets_none_closed()}
        keyOf={(ticket) => ticket.id}
        onPage={(next) => change({ page: String(next) })}
      >
        {(ticket) => <TicketRow ticket={ticket} />}
      </DeskList>
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
        {reasonWords(ticket)}
        {ticket.priority === 1 && <Pill tone="error">{m.desk_urgent()}</Pill>}
        {ticket.overdue && <Pill tone="error">{m.desk_overdue()}</Pill>}
        <Pill tone={ticket.state === "open" ? "warn" : "plain"}>{ticketStates[ticket.state]()}</Pill>
      </span>
      <span className="flex flex-wrap gap-x-3 gap-y-1 text-text-2">
        <span className="tabular-nums">{ticket.number}</span>
        <span>{ticket.name ?? m.desk_unnamed()}</span>
        <span>
          {m.desk_due()} <When at={ticket.due_at} />
        </span>
      </span>
    </Link>
  );
}
