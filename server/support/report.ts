import type { Language } from "#contract/common.ts";
import type { ReportReason, ReportTarget } from "#contract/report-reasons.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { holdEvidence } from "./evidence-file.ts";
import type { SupportNeeds } from "./needs.ts";
import { storeTicket } from "./open-ticket.ts";
import type { Reporter } from "./report-evidence.ts";
import type { Evidence } from "./rules/evidence.ts";
import type { TicketRow } from "./store/tables.ts";
import { openReport, ticketOfMessage } from "./store/tickets-store.ts";

export type ReportOrder = {
  clientId: string;
  about: ReportTarget;
  id: number;
  reason: ReportReason;
  message: string;
  /**
   * The person who reports; `email` is null while it is not confirmed, and answers are then read in the product
   * alone.
   */
  by: Reporter & { login: string; email: string | null };
  language: Language;
};

export type ReportRefusal =
  | { code: "unknown_target" | "key_reused" }
  | { code: "too_many"; retryAfterSeconds: number };

const reportsPerHour = 10;
const hourSeconds = 3_600;

/**
 * Opens a ticket for a report, with a copy of its subject. Ten an hour from one account. A repeated report, or
 * another one about the same thing while the first is open, is the first one and changes nothing.
 */
export function makeReport(needs: SupportNeeds) {
  const limit = needs.limits.create("reports", reportsPerHour, hourSeconds);
  return async (order: ReportOrder): Promise<Result<{ ticket: TicketRow }, ReportRefusal>> => {
    const { clientId, about, id, reason, message, by, language } = order;
    const known = await ticketOfMessage(needs.db, clientId);
    if (known) {
      const isOurs = known.kind === "report" && known.account_id === by.id;
      return isOurs ? ok({ ticket: known }) : refuse({ code: "key_reused" });
    }
    const earlier = await openReport(needs.db, { accountId: by.id, about, aboutId: id });
    if (earlier) return ok({ ticket: earlier });
    const evidence = await needs.readEvidence(by, about, id);
    if (!evidence) return refuse({ code: "unknown_target" });
    const retryAfterSeconds = await limit.take(String(by.id));
    if (retryAfterSeconds !== null) return refuse({ code: "too_many", retryAfterSeconds });
    const kept = await withPicture(needs, about, evidence);
    const ticket = await inTransaction(needs.db, async (tx) => {
      const stored = await storeTicket(tx, needs, {
        ...{ kind: "report", client_id: clientId, reason, language, message, about, about_id: id },
        ...{ name: by.login, email: by.email, account_id: by.id },
        url: needs.publicOrigin + evidence.path,
        reported_id: evidence.reported.id,
        evidence: JSON.stringify(kept),
      });
      await holdEvidence(tx, needs, stored);
      return stored;
    });
    return ok({ ticket });
  };
}

/** A picture that everybody may see is public in the storage, and gone with the thing itself, so a copy is kept. */
async function withPicture(
  { pictures }: SupportNeeds,
  about: ReportTarget,
  evidence: Evidence,
): Promise<Evidence> {
  const { media } = evidence;
  if ((about !== "picture" && about !== "profile") || !media?.key) return evidence;
  const copy = await pictures.keep(media.key);
  return copy === null ? evidence : { ...evidence, media: { ...media, copy } };
}
