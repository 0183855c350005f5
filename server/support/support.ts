/**
 * Messages to support, and reports of what people see (`report.ts`) with a copy as evidence (`report-evidence.ts`,
 * `reported-pictures.md`); both have deadlines. `decisions/` decides reports with reasons and one appeal, and removes what
 * was reported through the module that owns it (`remove-reported-content.ts`); `refunds/`
 * pays its buyers back (`refunds/refunds.md`). `admin/` is the staff's administration with
 * the log of what they do.
 */

import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { QueuedWork } from "#server/kit/jobs.ts";
import type { Result } from "#server/kit/result.ts";
import { type AppealOrder, type AppealRefusal, appeal } from "./decisions/appeal.ts";
import { type DecideRefusal, type DecisionOrder, decideReport } from "./decisions/decide-report.ts";
import { removeReported } from "./decisions/remove-reported.ts";
import { type AccountChange, type Addressee, accountEmail } from "./emails/account-emails.ts";
import { letEvidenceGo, ownerOfEvidence, viewEvidence } from "./evidence-file.ts";
import type { EvidencePictures } from "./evidence-pictures.ts";
import { type ImportedTicket, importTickets } from "./import-tickets.ts";
import type { SupportNeeds } from "./needs.ts";
import { type Message, type OpenTicketRefusal, openTicket, type Sender } from "./open-ticket.ts";
import { erasePersonalData, exportAreas, type Person } from "./personal-data.ts";
import { isRecorded, recordAction, type Staff, type StaffAction } from "./record-action.ts";
import { refundWork, resumeRefunds } from "./refunds/return-tokens.ts";
import { isRemovable, type Sale } from "./remove-reported-content.ts";
import { makeReport, type ReportOrder, type ReportRefusal } from "./report.ts";
import { erasedWhenClosedBefore, type TicketKind, ticketKinds } from "./rules/deadlines.ts";
import {
  appealOf,
  type DecisionAbout,
  decisionsAbout,
  decisionsOf,
  type RemovalAbout,
  removalsAbout,
} from "./store/decisions-store.ts";
import { notRefunded, type RefundSum, refundsOf } from "./store/refunds-store.ts";
import { actionPage, checkResults, keepCheck } from "./store/staff-log-store.ts";
import type {
  AppealRow,
  CheckName,
  CheckRow,
  DecisionRow,
  NoteRow,
  StaffActionRow,
  TicketRow,
} from "./store/tables.ts";
import {
  countOpen,
  countReportsAbout,
  eraseClosed,
  notesOf,
  reportsOf,
  type TicketQuery,
  ticketById,
  ticketPage,
} from "./store/tickets-store.ts";
import { type Step, type StepRefusal, workTicket } from "./work-ticket.ts";

export { createEvidencePictures } from "./evidence-pictures.ts";
export type { Message, Sender } from "./open-ticket.ts";
export type { Staff, StaffAction } from "./record-action.ts";
export {
  isRemovable,
  contentExists,
  type RemoveContent,
  readSales,
  removeContent,
} from "./remove-reported-content.ts";
export { type ReadEvidence, readEvidence } from "./report-evidence.ts";
export type { AccountChange } from "./emails/account-emails.ts";
export type { DecisionAbout, RemovalAbout } from "./store/decisions-store.ts";
export { actionsPerPage } from "./store/staff-log-store.ts";
export type { NoteRow, StaffActionRow, TicketRow } from "./store/tables.ts";
export { ticketsPerPage } from "./store/tickets-store.ts";
export type { Step } from "./work-ticket.ts";

/** A ticket with its history. */
export type TicketFile = {
  ticket: TicketRow;
  notes: NoteRow[];
  decisions: DecisionRow[];
  appeal: AppealRow | null;
  reports: number;
  /** Whether anything is left of it that staff could remove. */
  contentExists: boolean;
  /** The buyers of the reported thing who are to get nothing back until now; and the refunds of this report. */
  sales: readonly Sale[];
  refunds: RefundSum;
};

type Page<Row> = Promise<{ rows: Row[]; total: number }>;

/** Messages to support, how staff handle them, and the log of all staff actions. */
export type Support = {
  open(message: Message, sender: Sender): Promise<Result<{ ticket: TicketRow }, OpenTicketRefusal>>;
  /** Writes messages down that were received elsewhere. */
  importTickets(tx: Tx, tickets: readonly ImportedTicket[]): Promise<void>;
  report(order: ReportOrder): Promise<Result<{ ticket: TicketRow }, ReportRefusal>>;
  /** Somebody's reports, newest first, each with the answers of support. */
  reportsOf(accountId: number): Promise<{ ticket: TicketRow; answers: NoteRow[] }[]>;
  tickets(query: TicketQuery): Page<TicketRow>;
  /** A ticket with its history; `reports`: how many there are about whom it reports, itself included. */
  ticket(id: number): Promise<TicketFile | undefined>;
  /** Decides a report, or the appeal against its first decision. */
  decide(staff: Staff, order: DecisionOrder): Promise<Result<{ ticket: TicketRow }, DecideRefusal>>;
  /** Takes away what a report is about, ahead of its decision. */
  removeReported: ReturnType<typeof removeReported>;
  /** Lets staff view the picture or video of a report. */
  viewEvidence: ReturnType<typeof viewEvidence>;
  /** The owner of the file of a report; null for any other file. */
  ownerOfEvidence: ReturnType<typeof ownerOfEvidence>;
  /** Objects to a decision about oneself. */
  appeal(order: AppealOrder): Promise<Result<object, AppealRefusal>>;
  /** The decisions against somebody, newest first. */
  decisionsAbout(accountId: number): Promise<DecisionAbout[]>;
  /** The things of somebody that staff removed ahead of a decision against them, newest first. */
  removalsAbout(accountId: number): Promise<RemovalAbout[]>;
  work(staff: Staff, ticketId: number, step: Step): Promise<Result<{ ticket: TicketRow }, StepRefusal>>;
  waiting(): Promise<{ open: number; overdue: number }>;
  /** Records an action of staff, in the transaction that does it. */
  record(tx: Tx, action: StaffAction): Promise<void>;
  /** Whether this action was recorded before (`same`), or another one under its key (`other`). */
  isRecorded(reader: Reader, action: StaffAction): Promise<"new" | "same" | "other">;
  log(query: { target: string; page: number }): Page<StaffActionRow>;
  /** Emails somebody what staff did to their account and why, in the transaction that does it. */
  emailAccount(tx: Tx, to: Addressee, change: AccountChange, reason: string): Promise<void>;
  /** Stores the latest result of a check. */
  keepCheck(name: CheckName, ok: boolean, report: object): Promise<void>;
  checks(reader: Reader): Promise<CheckRow[]>;
  /** The copies of reported pictures. */
  pictures: EvidencePictures;
  /** Queued work by name. */
  queuedWork: QueuedWork;
  /** Queues again what a process that died has left half given back. */
  resumeRefunds(): Promise<void>;
  /** Erases the personal data of tickets past their retention period; answers how many. */
  erase(): Promise<number>;
  /** A user's messages to support and the answers, as parts of an export. */
  exportAreas(person: Person): ExportArea[];
  /** Erases a user: messages, the sender of removal requests, the name in the log. */
  forget(tx: Tx, person: Person): Promise<void>;
};

/** Makes the support module. */
export function createSupport(needs: SupportNeeds): Support {
  const { db, clock } = needs;
  return {
    open: openTicket(needs),
    importTickets,
    report: makeReport(needs),
    pictures: needs.pictures,
    reportsOf: (accountId) => reportsOf(db, accountId),
    tickets: (query) => ticketPage(db, query),
    async ticket(id) {
      const ticket = await ticketById(db, id);
      if (!ticket) return undefined;
      const reports = ticket.reported_id === null ? 0 : await countReportsAbout(db, ticket.reported_id);
      const [decisions, objection] = [await decisionsOf(db, id), await appealOf(db, id)];
      const { about, about_id } = ticket;
      const isContent = isRemovable(about) && about_id !== null;
      return {
        ...{ ticket, decisions, reports, appeal: objection ?? null },
        notes: await notesOf(db, id),
        contentExists: isContent && (await needs.contentExists(db, about, about_id)),
        sales: isContent ? await notRefunded(db, await needs.readSales(db, about, about_id)) : [],
        refunds: await refundsOf(db, id),
      };
    },
    decide: decideReport(needs),
    removeReported: removeReported(needs),
    viewEvidence: viewEvidence(needs),
    ownerOfEvidence: ownerOfEvidence(needs),
    appeal: appeal(needs),
    decisionsAbout: (accountId) => decisionsAbout(db, accountId),
    removalsAbout: (accountId) => removalsAbout(db, accountId),
    work: workTicket(needs),
    waiting: () => countOpen(db, clock.now()),
    record: recordAction,
    isRecorded,
    log: (query) => actionPage(db, query),
    emailAccount: (tx, to, change, reason) => needs.enqueueEmail(tx, accountEmail(change, to, reason, needs)),
    keepCheck: (name, isOk, report) =>
      inTransaction(db, (tx) => keepCheck(tx, { name, ok: isOk, report, at: clock.now() })),
    checks: checkResults,
    queuedWork: refundWork(needs),
    resumeRefunds: resumeRefunds(needs),
    exportAreas: (person) => exportAreas(db, person),
    forget: (tx, person) => erasePersonalData(tx, person, clock.now()),
    async erase() {
      const now = clock.now();
      let erased = 0;
      for (const kind of ticketKinds)
        erased += await eraseInParts(needs, kind, erasedWhenClosedBefore(kind, needs.keeping, now));
      return erased;
    },
  };
}

/** Tickets are erased in transactions of so many. */
const erasedAtOnce = 500;

async function eraseInParts(needs: SupportNeeds, kind: TicketKind, closedBefore: Date): Promise<number> {
  let sum = 0;
  for (let erased = erasedAtOnce; erased === erasedAtOnce; sum += erased)
    erased = await inTransaction(needs.db, async (tx) => {
      const ids = await eraseClosed(tx, kind, { closedBefore, max: erasedAtOnce }, needs.clock.now());
      await letEvidenceGo(tx, needs, ids);
      return ids.length;
    });
  return sum;
}

/** The checks run every five and ten minutes; from then on their last result is out of date. */
const currentMinutes = 30;

/** Whether a check has not run for so long that its result no longer counts. */
export function isOutdated(ranAt: Date, now: Date): boolean {
  return now.getTime() - ranAt.getTime() > currentMinutes * 60_000;
}
