import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { Result } from "#server/kit/result.ts";
import { exportAreas, forgetPerson, type Person } from "./forget-person.ts";
import type { SupportNeeds } from "./needs.ts";
import { type Message, type OpenTicketRefusal, openTicket, type Sender } from "./open-ticket.ts";
import { isRecorded, recordAction, type Staff, type StaffAction } from "./record-action.ts";
import { erasedWhenClosedBefore } from "./rules/deadlines.ts";
import { type Addressee, type ModelNews, modelLetter } from "./rules/model-letters.ts";
import { actionPage, checkResults, keepCheck } from "./store/staff-log-store.ts";
import type { CheckName, CheckRow, NoteRow, StaffActionRow, TicketRow } from "./store/tables.ts";
import {
  countOpen,
  eraseClosed,
  notesOf,
  type TicketQuery,
  ticketById,
  ticketPage,
} from "./store/tickets-store.ts";
import { type Step, type StepRefusal, workTicket } from "./work-ticket.ts";

export type { Message, Sender } from "./open-ticket.ts";
export type { Staff, StaffAction } from "./record-action.ts";
export { actionsPerPage } from "./store/staff-log-store.ts";
export type { NoteRow, StaffActionRow, TicketRow } from "./store/tables.ts";
export { ticketsPerPage } from "./store/tickets-store.ts";

type Page<Row> = Promise<{ rows: Row[]; total: number }>;

/** Messages to the house, what staff does about them, and the log of everything that staff does. */
export type Support = {
  open(message: Message, sender: Sender): Promise<Result<{ ticket: TicketRow }, OpenTicketRefusal>>;
  tickets(query: TicketQuery): Page<TicketRow>;
  ticket(id: number): Promise<{ ticket: TicketRow; notes: NoteRow[] } | undefined>;
  work(staff: Staff, ticketId: number, step: Step): Promise<Result<{ ticket: TicketRow }, StepRefusal>>;
  waiting(): Promise<{ open: number; overdue: number }>;
  /** Writes an action of the staff down, in the transaction that does it. */
  record(tx: Tx, action: StaffAction): Promise<void>;
  /** Was this very action done before (`same`), or another one under its key (`other`)? */
  isRecorded(reader: Reader, action: StaffAction): Promise<"new" | "same" | "other">;
  log(query: { target: string; page: number }): Page<StaffActionRow>;
  /** Mails a model what the staff did to her account and why, in the transaction that does it. */
  tellModel(tx: Tx, to: Addressee, news: ModelNews, reason: string): Promise<void>;
  /** Keeps what a check of the machine found, for whoever looks on any node. */
  keepCheck(name: CheckName, ok: boolean, report: object): Promise<void>;
  checks(reader: Reader): Promise<CheckRow[]>;
  /** Takes the personal data out of tickets whose time is over; answers how many. */
  erase(): Promise<number>;
  /** What a person wrote to the house and was answered, as parts of an export. */
  exportAreas(person: Person): ExportArea[];
  /** Forgets a person: messages, who sent a removal request, the name in the log. */
  forget(tx: Tx, person: Person): Promise<void>;
};

/** Makes the support module. */
export function createSupport(needs: SupportNeeds): Support {
  const { db, clock } = needs;
  return {
    open: openTicket(needs),
    tickets: (query) => ticketPage(db, query),
    async ticket(id) {
      const ticket = await ticketById(db, id);
      return ticket && { ticket, notes: await notesOf(db, id) };
    },
    work: workTicket(needs),
    waiting: () => countOpen(db, clock.now()),
    record: recordAction,
    isRecorded,
    log: (query) => actionPage(db, query),
    tellModel: (tx, to, news, reason) => needs.post(tx, modelLetter(news, to, reason, needs)),
    keepCheck: (name, isOk, report) =>
      inTransaction(db, (tx) => keepCheck(tx, { name, ok: isOk, report, at: clock.now() })),
    checks: checkResults,
    exportAreas: (person) => exportAreas(db, person),
    forget: (tx, person) => forgetPerson(tx, person, clock.now()),
    erase: () =>
      inTransaction(db, async (tx) => {
        const now = clock.now();
        const contact = await eraseClosed(tx, "contact", erasedWhenClosedBefore("contact", now), now);
        return contact + (await eraseClosed(tx, "removal", erasedWhenClosedBefore("removal", now), now));
      }),
  };
}
