import type { ColumnType, Generated, Selectable } from "kysely";
import type { Language } from "#contract/common.ts";
import type { ReportOutcome, ReportTarget } from "#contract/report-reasons.ts";
import type { Priority, TicketKind, TicketReason } from "../rules/deadlines.ts";
import type { Evidence } from "../rules/evidence.ts";

type TicketTable = {
  id: Generated<number>;
  number: string;
  client_id: string;
  kind: TicketKind;
  reason: TicketReason | null;
  priority: Priority;
  state: Generated<"open" | "answered" | "closed">;
  language: Language;
  name: string | null;
  email: string | null;
  url: string | null;
  message: string | null;
  account_id: number | null;
  /** What a report is about: the kind of thing, its id and whose it is. */
  about: Generated<ReportTarget | null>;
  about_id: Generated<number | null>;
  reported_id: Generated<number | null>;
  evidence: ColumnType<Evidence | null, string | null | undefined, string | null>;
  created_at: Date;
  due_at: Date;
  answered_at: Date | null;
  closed_at: Date | null;
  erased_at: Date | null;
};

type NoteTable = {
  id: Generated<number>;
  ticket_id: number;
  client_id: string;
  kind: "answer" | "note" | "closed" | "reopened" | "removed";
  staff_id: number;
  body: string | null;
  at: Date;
};

type DecisionTable = {
  id: Generated<number>;
  ticket_id: number;
  on_appeal: boolean;
  outcome: ReportOutcome;
  /** Null once erased, as the words of an appeal are. */
  reason: string | null;
  staff_id: number;
  at: Date;
};

type RefundTable = {
  transfer_id: number;
  ticket_id: number;
  fan_id: number;
  model_id: number;
  tokens: number;
  ordered_at: Date;
  from_model: number | null;
  from_house: number | null;
  returned_at: Date | null;
};

type AppealTable = { ticket_id: number; account_id: number; text: string | null; at: Date };

export type StaffActionName =
  | "hide_model"
  | "show_model"
  | "suspend_model"
  | "restore_model"
  | "suspend_account"
  | "restore_account"
  | "approve_model"
  | "send_back_model"
  | "end_show"
  | "answer_ticket"
  | "note_ticket"
  | "close_ticket"
  | "reopen_ticket"
  | "decide_report"
  | "refund_payment"
  | "resolve_chargeback"
  | "end_sessions"
  | "make_admin"
  | "remove_second_factor"
  | "pay_out"
  | "remove_comment"
  | "remove_reported"
  | "view_evidence";

type StaffActionTable = {
  id: Generated<number>;
  key: string;
  staff_id: number;
  staff_login: string;
  action: StaffActionName;
  target: string;
  label: string;
  reason: string;
  at: Date;
};

export type CheckName = "reconciliation" | "ledger_audit";

type CheckTable = {
  name: CheckName;
  ok: boolean;
  report: ColumnType<unknown, string, string>;
  at: Date;
};

/** The tables that this module owns. */
export type SupportTables = {
  "support.ticket": TicketTable;
  "support.note": NoteTable;
  "support.decision": DecisionTable;
  "support.appeal": AppealTable;
  "support.refund": RefundTable;
  "support.staff_action": StaffActionTable;
  "support.check_result": CheckTable;
};

export type TicketRow = Selectable<TicketTable>;
export type NoteRow = Selectable<NoteTable>;
export type DecisionRow = Selectable<DecisionTable>;
export type AppealRow = Selectable<AppealTable>;
export type StaffActionRow = Selectable<StaffActionTable>;
export type CheckRow = Selectable<CheckTable>;
