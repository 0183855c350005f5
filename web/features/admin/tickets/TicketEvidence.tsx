import { useState } from "react";
import { Link } from "react-router";
import type { TicketEvidence as Evidence, TicketDetails } from "#contract/admin-tickets.ts";
import { siteName } from "#contract/site-name.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { tokens as grouped } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import { DetailList, When } from "../parts.tsx";
import { ReasonDialog } from "../ReasonDialog.tsx";
import { SuspendFanButton } from "../SuspendFanButton.tsx";
import { useAdminCommand } from "../use-admin.ts";
import { isRemoved } from "./DecideReport.tsx";
import { RefundBuyers, refundsAtFirst } from "./RefundBuyers.tsx";

/** The reported thing as it was then: its author, its text, and the messages before it. */
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

/** The subjects whose picture or video is no public file: staff ask for it. */
const isPrivate = new Set<TicketDetails["about"]>(["message", "video", "post"]);

/** The tokens that buyers got back. */
function Refunds({ refunds: { buyers, tokens, waiting, by_platform } }: Pick<TicketDetails, "refunds">) {
  if (buyers === 0) return null;
  const [all, platform] = [grouped(tokens), grouped(by_platform)];
  return (
    <p className="text-text-2">
      {m.admin_refunded({ site: siteName(), buyers: grouped(buyers), tokens: all, platform })}
      {waiting > 0 && ` ${m.admin_refunds_waiting({ count: grouped(waiting) })}`}
    </p>
  );
}

function Reported({ reported: { id, name, role } }: Pick<Evidence, "reported">) {
  if (id === null) return m.report_visitor({ name });
  if (role === "fan")
    return (
      <span className="flex flex-wrap items-center gap-2">
        {`${name} (#${id})`}
        <SuspendFanButton accountId={id} name={name} />
      </span>
    );
  return (
    <Link to={`/admin/models?search=${encodeURIComponent(name)}`} className="underline underline-offset-3">
      {name}
    </Link>
  );
}

const mediaNames = { picture: () => m.report_media_picture(), video: () => m.report_media_video() };

/** Shows the picture or video of a report once it is asked for: what is looked at stands in the log. */
function EvidenceFile({ ticketId }: { ticketId: number }) {
  const [file, setFile] = useState<{ url: string; kind: "picture" | "video" } | null>(null);
  const { pending, run } = useCommand({
    call: (_: object, client_id) =>
      browserApi.call("POST /api/admin/tickets/{id}/evidence-file", {
        params: { id: ticketId },
        body: { client_id },
      }),
    onDone: ({ body }) => setFile(body),
    onRefused: (refusal) => toast({ kind: "error", text: refusalText(refusal) }),
  });
  if (file) return <Shown {...file} />;
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button size="sm" busy={pending} onClick={() => void run({})}>
        {m.report_view_media()}
      </Button>
      <p className="text-12 text-text-3">{m.report_view_media_note()}</p>
    </div>
  );
}

function Shown({ url, kind }: { url: string; kind: "picture" | "video" }) {
  const box = "max-h-[60vh] max-w-full justify-self-start rounded-12";
  return kind === "picture" ? (
    <img src={url} alt={m.report_evidence()} className={box} />
  ) : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a reported video as it was uploaded, which has no captions
    <video src={url} controls preload="metadata" aria-label={m.report_evidence()} className={box} />
  );
}

/** Takes away what was reported, after the reason was asked and whether its buyers get their tokens back. */
function RemoveReportedButton({ ticket }: { ticket: TicketDetails }) {
  const [asking, setAsking] = useState(false);
  const [refund, setRefund] = useState(refundsAtFirst(ticket));
  const { pending, run } = useAdminCommand(
    (removal: { reason: string; refund_buyers: boolean }, client_id) =>
      browserApi.call("POST /api/admin/tickets/{id}/remove", {
        params: { id: ticket.id },
        body: { client_id, ...removal },
      }),
    () => m.admin_remove_reported_done(),
  );
  const confirm = async (reason: string) => {
    if (await run({ reason, refund_buyers: refund })) setAsking(false);
  };
  return (
    <>
      <Button tone="danger" size="sm" className="justify-self-start" onClick={() => setAsking(true)}>
        {m.admin_remove_reported()}
      </Button>
      {asking && (
        <ReasonDialog
          title={m.admin_remove_reported()}
          text={ticket.sold.buyers > 0 ? m.admin_remove_sold_text() : m.admin_remove_reported_text()}
          confirm={m.admin_remove_reported()}
          danger
          busy={pending}
          onConfirm={(reason) => void confirm(reason)}
          onClose={() => setAsking(false)}
        >
          <RefundBuyers sold={ticket.sold} checked={refund} onChange={setRefund} />
        </ReasonDialog>
      )}
    </>
  );
}
