// `npm run schema` writes this from the migrated database; what is narrower than that stands in scripts/schema/row-types.ts.

import type { ColumnType, Generated } from "kysely";
import type { Priority } from "../rules/deadlines.ts";
import type { Evidence } from "../rules/evidence.ts";

export type SupportAppeal = {
  account_id: number;
  at: Date;
  text: string | null;
  ticket_id: number;
};

export type SupportCheckResult = {
  at: Date;
  name: "reconciliation" | "ledger_audit";
  ok: boolean;
  report: ColumnType<unknown, string, string>;
};

export type SupportDecision = {
  at: Date;
  id: ColumnType<number, never, never>;
  on_appeal: boolean;
  outcome: "dismissed" | "warned" | "removed" | "suspended";
  /** Null once erased, as the words of an appeal are. */
  reason: string | null;
  staff_id: number;
  ticket_id: number;
};

export type SupportNote = {
  at: Date;
  body: string | null;
  client_id: string;
  id: ColumnType<number, never, never>;
  kind: "answer" | "note" | "closed" | "reopened" | "removed";
  staff_id: number;
  ticket_id: number;
};

export type SupportRefund = {
  fan_id: number;
  from_model: number | null;
  from_platform: number | null;
  model_id: number;
  ordered_at: Date;
  returned_at: Date | null;
  ticket_id: number;
  tokens: number;
  transfer_id: number;
};

export type SupportStaffAction = {
  action:
    | "suspend_account"
    | "restore_account"
    | "view_evidence"
    | "remove_reported"
    | "remove_comment"
    | "hide_model"
    | "show_model"
    | "suspend_model"
    | "restore_model"
    | "end_show"
    | "approve_model"
    | "send_back_model"
    | "answer_ticket"
    | "note_ticket"
    | "close_ticket"
    | "reopen_ticket"
    | "decide_report"
    | "refund_payment"
    | "end_sessions"
    | "make_admin"
    | "remove_second_factor"
    | "pay_out"
    | "resolve_chargeback";
  at: Date;
  id: ColumnType<number, never, never>;
  key: string;
  label: string;
  reason: string;
  staff_id: number;
  staff_login: string;
  target: string;
};

export type SupportTicket = {
  /** The kind of thing that a report is about; its id is `about_id`, its owner `reported_id`. */
  about: "room" | "line" | "profile" | "picture" | "video" | "post" | "comment" | "chat" | "message" | null;
  about_id: number | null;
  account_id: number | null;
  answered_at: Date | null;
  client_id: string;
  closed_at: Date | null;
  created_at: Date;
  due_at: Date;
  email: string | null;
  erased_at: Date | null;
  evidence: ColumnType<Evidence | null, string | null | undefined, string | null>;
  id: ColumnType<number, never, never>;
  kind: "contact" | "removal" | "report";
  language: "en" | "es";
  message: string | null;
  name: string | null;
  number: string;
  priority: Priority;
  reason:
    | "minor"
    | "nonconsensual"
    | "danger"
    | "harassment"
    | "scam"
    | "privacy"
    | "copyright"
    | "other"
    | null;
  reported_id: number | null;
  state: Generated<"open" | "answered" | "closed">;
  url: string | null;
};

export type Rows = {
  "support.appeal": SupportAppeal;
  "support.check_result": SupportCheckResult;
  "support.decision": SupportDecision;
  "support.note": SupportNote;
  "support.refund": SupportRefund;
  "support.staff_action": SupportStaffAction;
  "support.ticket": SupportTicket;
};
