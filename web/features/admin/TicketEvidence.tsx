import { Link } from "react-router";
import type { TicketEvidence as Evidence, TicketDetails } from "#contract/admin-tickets.ts";
import { tokens as grouped } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { EvidenceFile } from "./EvidenceFile.tsx";
import { DetailList, When } from "./parts.tsx";
import { RemoveReportedButton } from "./RemoveReportedButton.tsx";

/** What was reported, as it was then: whose it is, what it said, and what was said before it. */
export function TicketEvidence({ ticket }: { ticket: TicketDetails }) {
  const { evidence } = ticket;
  if (!evidence) return null;
  const { title, text, media, picture, at, before } = evidence;
  return (
    <section
      aria-labelledby="evidence"
      className="grid gap-4 rounded-16 bg-surface p-5 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <h2 id="evidence">{m.report_evidence()}</h2>
      <DetailList
        details={[
          [m.report_reported(), <Reported key="reported" reported={evidence.reported} />],
          ...(evidence.reported.id === null ? [] : ([[m.report_same(), String(ticket.reports)]] as const)),
          ...(at === null ? [] : ([[m.report_when(), <When key="at" at={at} />]] as const)),
        ]}
      />
      {(title !== null || text !== null || media !== null) && (
        <blockquote className="grid gap-1.5 rounded-12 bg-raised px-4 py-3 wrap-anywhere">
          {title !== null && <b>{title}</b>}
          {text !== null && <p className="whitespace-pre-line">{text}</p>}
          {picture !== null && (
            <img
              src={picture}
              alt={m.report_picture()}
              className="max-h-[420px] max-w-full justify-self-start rounded-8 object-contain"
            />
          )}
          {media !== null && picture === null && <p className="text-text-2">{mediaNames[media]()}</p>}
        </blockquote>
      )}
      {media !== null && isPrivate.has(ticket.about) && <EvidenceFile ticketId={ticket.id} />}
      {ticket.removable && <RemoveReportedButton ticket={ticket} />}
      {isRemoved(ticket) && <p className="text-text-2">{m.admin_removed_already()}</p>}
      <Refunds refunds={ticket.refunds} />
      {before.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{m.report_before()}</summary>
          <ol className="grid gap-1.5 text-text-2 wrap-anywhere">
            {before.map((quote) => (
              <li key={`${quote.at} ${quote.text}`}>
                <b className="text-text">{quote.author}</b> {quote.text} <When at={quote.at} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

/** What of these has a picture or video is no public file: staff ask for it. */
const isPrivate = new Set<TicketDetails["about"]>(["message", "video", "post"]);

/** What buyers got back. */
function Refunds({ refunds: { buyers, tokens, waiting, by_house } }: Pick<TicketDetails, "refunds">) {
  if (buyers === 0) return null;
  const [all, house] = [grouped(tokens), grouped(by_house)];
  return (
    <p className="text-text-2">
      {m.admin_refunded({ buyers: grouped(buyers), tokens: all, house })}
      {waiting > 0 && ` ${m.admin_refunds_waiting({ count: grouped(waiting) })}`}
    </p>
  );
}

const isRemoved = ({ notes, decisions }: TicketDetails) =>
  notes.some(({ kind }) => kind === "removed") || decisions.some(({ outcome }) => outcome === "removed");

function Reported({ reported: { id, name, role } }: Pick<Evidence, "reported">) {
  if (id === null) return m.report_visitor({ name });
  if (role === "fan") return `${name} (#${id})`;
  return (
    <Link to={`/admin/models?search=${encodeURIComponent(name)}`} className="underline underline-offset-3">
      {name}
    </Link>
  );
}

const mediaNames = { picture: () => m.report_media_picture(), video: () => m.report_media_video() };
