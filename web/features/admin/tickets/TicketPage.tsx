import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { TicketDetails } from "#contract/admin-tickets.ts";
import { isBlank } from "#contract/written-text.ts";
import { outcomeNames } from "#web/entities/report/report-labels.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { ticketQuery } from "../admin-queries.ts";
import { EndSessionsButton } from "../EndSessionsButton.tsx";
import { NotRead } from "../NotRead.tsx";
import { DetailList, Waiting, When } from "../parts.tsx";
import { ReasonDialog } from "../ReasonDialog.tsx";
import { RemoveFactorButton } from "../RemoveFactorButton.tsx";
import { SuspendFanButton } from "../SuspendFanButton.tsx";
import { useAdminCommand } from "../use-admin.ts";
import { DecideReport, type DecisionTexts, isUndecided } from "./DecideReport.tsx";
import { noteKinds, ticketStates, ticketSubject } from "./ticket-labels.ts";
import { TicketEvidence } from "./TicketEvidence.tsx";
import { TicketWork } from "./TicketWork.tsx";

/** One message to support: what was written, what was done, and what can be done. */
export function TicketPage({ id }: { id: number }) {
  const answer = useQuery(ticketQuery(id));
  const ticket = answer.data;
  return (
    <>
      <Link
        to="/admin/models/tickets"
        className="inline-flex min-h-11 items-center gap-1.5 text-text-2 hover:text-text"
      >
        <Icon name="left" size={18} />
        {m.admin_tickets()}
      </Link>
      {ticket ? (
        <Ticket key={ticket.id} ticket={ticket} />
      ) : answer.isError ? (
        <NotRead answer={answer} back={{ to: "/admin/models/tickets", text: m.admin_tickets() }} />
      ) : (
        <Waiting />
      )}
    </>
  );
}

function Ticket({ ticket }: { ticket: TicketDetails }) {
  // Here and not in the forms: these go when a colleague closes or decides meanwhile, and what was written stays.
  const [text, setText] = useState("");
  const [texts, setTexts] = useState<DecisionTexts>({ reason: "", answer: "" });
  const [decides, works] = [isUndecided(ticket), ticket.state !== "closed"];
  const unsent = [...(decides ? [] : [texts.reason, texts.answer]), ...(works ? [] : [text])];
  return (
    <div className="grid gap-6">
      <header>
        <h1 className="[overflow-wrap:anywhere]">{ticketSubject(ticket)}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Pill tone={ticket.state === "open" ? "warn" : "plain"}>{ticketStates[ticket.state]()}</Pill>
          {ticket.priority === 1 && <Pill tone="error">{m.admin_urgent()}</Pill>}
          {ticket.overdue && <Pill tone="error">{m.admin_overdue()}</Pill>}
        </p>
      </header>
      <section className="rounded-16 bg-surface p-5 shadow-[inset_0_0_0_1px_var(--line)]">
        <DetailList
          details={[
            [m.admin_number(), ticket.number],
            [m.admin_from(), ticket.erased ? m.admin_erased() : (ticket.name ?? m.admin_unnamed())],
            [m.auth_email(), ticket.email ?? "–"],
            ...(ticket.url ? ([[m.support_url(), ticket.url]] as const) : []),
            [m.admin_arrived(), <When key="created" at={ticket.created_at} />],
            [m.admin_due(), <When key="due" at={ticket.due_at} />],
            [m.nav_language(), ticket.language === "es" ? "Español" : "English"],
          ]}
        />
        {ticket.account_id !== null && (
          <div className="mt-4 flex flex-wrap gap-2">
            <EndSessionsButton accountId={ticket.account_id} name={ticket.name ?? `#${ticket.account_id}`} />
            <SuspendFanButton accountId={ticket.account_id} name={ticket.name ?? `#${ticket.account_id}`} />
            <RemoveFactorButton accountId={ticket.account_id} name={ticket.name ?? `#${ticket.account_id}`} />
          </div>
        )}
        {ticket.message && (
          <p
            lang={ticket.language}
            className="mt-4 border-t border-line pt-4 text-16 whitespace-pre-line [overflow-wrap:anywhere]"
          >
            {ticket.message}
          </p>
        )}
      </section>
      <TicketEvidence ticket={ticket} />
      {ticket.notes.length > 0 && (
        <ol aria-label={m.admin_history()} className="grid gap-3">
          {ticket.notes.map((note) => (
            <li key={note.id} className="rounded-12 bg-raised px-4 py-3">
              <p className="text-12 text-text-3">
                {noteKinds[note.kind]()} · {note.staff} · <When at={note.at} />
              </p>
              <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">
                {note.body ?? m.admin_erased()}
              </p>
            </li>
          ))}
        </ol>
      )}
      <Decisions ticket={ticket} />
      {decides && (
        <DecideReport key={ticket.decisions.length} ticket={ticket} texts={texts} onTexts={setTexts} />
      )}
      {works && <TicketWork ticket={ticket} text={text} onText={setText} />}
      <Unsent texts={unsent.filter((one) => !isBlank(one))} />
      {ticket.state === "closed" && !ticket.erased && <ReopenTicket ticket={ticket} />}
    </div>
  );
}

/** Written texts that can no longer be sent, to be copied. */
function Unsent({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <section role="status" className="grid gap-2 rounded-12 bg-raised px-4 py-3">
      <p className="text-text-2">{m.admin_unsent()}</p>
      {texts.map((text) => (
        <p key={text} className="whitespace-pre-line select-text [overflow-wrap:anywhere]">
          {text}
        </p>
      ))}
    </section>
  );
}

type Entry = { key: string; title: string; at: string; text: string | null };

/** The decisions about a report and the objection to them, in order; nothing while there are none. */
function Decisions({ ticket: { decisions, appeal } }: { ticket: TicketDetails }) {
  const made: Entry[] = decisions.map(({ id, outcome, on_appeal, staff, at, reason }) => ({
    key: String(id),
    title: `${on_appeal ? m.decision_final() : m.admin_decision()}: ${outcomeNames[outcome]()} · ${staff}`,
    ...{ at, text: reason },
  }));
  const entries = appeal
    ? [...made.slice(0, 1), { key: "appeal", title: m.admin_appeal(), ...appeal }, ...made.slice(1)]
    : made;
  if (entries.length === 0) return null;
  return (
    <ol aria-label={m.admin_decisions()} className="grid gap-3">
      {entries.map(({ key, title, at, text }) => (
        <li key={key} className="rounded-12 bg-raised px-4 py-3">
          <p className="text-12 text-text-3">
            {title} · <When at={at} />
          </p>
          <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{text ?? m.admin_erased()}</p>
        </li>
      ))}
    </ol>
  );
}

/** Opens a closed message again, after the reason was asked. */
function ReopenTicket({ ticket }: { ticket: TicketDetails }) {
  const [asking, setAsking] = useState(false);
  const { pending, run } = useAdminCommand(
    (text: string, client_id) =>
      browserApi.call("POST /api/admin/tickets/{id}/reopen", {
        params: { id: ticket.id },
        body: { client_id, text },
      }),
    () => m.admin_reopen_done(),
  );
  const confirm = async (reason: string) => {
    if (await run(reason)) setAsking(false);
  };
  return (
    <>
      <Button tone="outline" className="justify-self-start" onClick={() => setAsking(true)}>
        {m.admin_reopen()}
      </Button>
      {asking && (
        <ReasonDialog
          title={m.admin_reopen_title({ number: ticket.number })}
          text={m.admin_reopen_text()}
          confirm={m.admin_reopen()}
          danger={false}
          busy={pending}
          onConfirm={(reason) => void confirm(reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
