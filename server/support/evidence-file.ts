import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { SupportNeeds } from "./needs.ts";
import { isRecorded, recordAction, type Staff } from "./record-action.ts";
import type { TicketRow } from "./store/tables.ts";
import { lockTicket, ticketById } from "./store/tickets-store.ts";

/** The name by which a report holds its file, and which links to the file name as its owner. */
const reportOf = (ticketId: number) => `report:${ticketId}`;

/** Where staff view the file of a report: an address of this origin, for them alone and for an hour. */
export type EvidenceFile = { url: string; kind: "picture" | "video" };

/** `clientId` is made once per view: the same one again is the same entry of the log. */
export type ViewOrder = { ticketId: number; clientId: string };

export type ViewRefusal = "unknown_ticket" | "no_evidence_file" | "key_reused";

/**
 * The private file that a report is about, if it is about one. Public pictures are copied instead: see
 * evidence-pictures.ts.
 */
function fileOf({ about, evidence }: Pick<TicketRow, "about" | "evidence">) {
  const media = evidence?.media;
  if (!media?.key || !["message", "video", "post"].includes(about ?? "")) return null;
  return { kind: media.kind, key: media.key };
}

/** Keeps what a report shows for as long as the report, whatever its author or staff delete. */
export async function holdEvidence(
  tx: Tx,
  { files }: Pick<SupportNeeds, "files">,
  ticket: Pick<TicketRow, "id" | "about" | "evidence">,
): Promise<void> {
  const file = fileOf(ticket);
  if (file) await files.hold(tx, file.key, reportOf(ticket.id));
}

/** The files of these reports are needed no longer. */
export const letEvidenceGo = (tx: Tx, { files }: Pick<SupportNeeds, "files">, tickets: readonly number[]) =>
  files.letGo(tx, tickets.map(reportOf));

/** Lets staff view the picture or video of a report; the log records who did, each time. */
export function viewEvidence(needs: SupportNeeds) {
  return async (
    staff: Staff,
    { ticketId, clientId }: ViewOrder,
  ): Promise<Result<{ file: EvidenceFile }, ViewRefusal>> => {
    const known = await ticketById(needs.db, ticketId);
    if (!known) return refuse("unknown_ticket");
    const file = fileOf(known);
    if (!file || (await needs.files.head(file.key)) === null) return refuse("no_evidence_file");
    return inTransaction(needs.db, (tx) => view(tx, needs, staff, { ticketId, clientId }));
  };
}

async function view(
  tx: Tx,
  { files, clock }: SupportNeeds,
  staff: Staff,
  { ticketId, clientId }: ViewOrder,
): Promise<Result<{ file: EvidenceFile }, ViewRefusal>> {
  const ticket = await lockTicket(tx, ticketId);
  const media = ticket && fileOf(ticket);
  if (!media) return refuse("no_evidence_file");
  const entry = {
    ...{ key: `ticket:${clientId}`, staff, action: "view_evidence" as const, at: clock.now() },
    ...{ target: `ticket:${ticketId}`, label: ticket.number, reason: media.kind },
  };
  const recorded = await isRecorded(tx, entry);
  if (recorded === "other") return refuse("key_reused");
  if (recorded === "new") await recordAction(tx, entry);
  const file = { key: media.key, of: reportOf(ticketId), ownerId: ticket.reported_id ?? 0 };
  return ok({ file: { kind: media.kind, url: files.link(file, staff.id) } });
}

/**
 * The owner of the file of a report, for the links of staff; null once the report is erased, and for any other file.
 */
export function ownerOfEvidence({ db }: Pick<SupportNeeds, "db">) {
  return async (ticketId: number, key: string): Promise<number | null> => {
    const ticket = await ticketById(db, ticketId);
    return ticket && fileOf(ticket)?.key === key ? (ticket.reported_id ?? 0) : null;
  };
}
