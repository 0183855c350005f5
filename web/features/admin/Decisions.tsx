import type { TicketDetails } from "#contract/admin.ts";
import { outcomeNames } from "#web/entities/report/report-labels.ts";
import { m } from "#web/paraglide/messages.js";
import { When } from "./parts.tsx";

type Entry = { key: string; title: string; at: string; text: string | null };

/** What was decided about a report and objected to it, in order; nothing while nothing is. */
export function Decisions({ ticket: { decisions, appeal } }: { ticket: TicketDetails }) {
  const made: Entry[] = decisions.map(({ id, outcome, on_appeal, staff, at, reason }) => ({
    key: String(id),
    title: `${on_appeal ? m.decision_final() : m.admin_decision()}: ${outcomeNames[outcome]()} · ${staff}`,
    ...{ at, text: reason },
  }));
  const entries = appeal ? made.toSpliced(1, 0, { key: "appeal", title: m.admin_appeal(), ...appeal }) : made;
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
