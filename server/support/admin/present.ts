import { z } from "zod";
import type { AdminState } from "#contract/admin-payments.ts";
import type { TicketDetails, TicketSummary } from "#contract/admin-tickets.ts";
import type { AdminAccount, AdminModel, StaffLogLine } from "#contract/admin.ts";
import type { AdminModelRow } from "#server/catalog/catalog.ts";
import { hasRemoved, isSettled } from "../decidable.ts";
import type { CheckRow } from "../store/tables.ts";
import { isOutdated, type StaffActionRow, type TicketFile, type TicketRow } from "../support.ts";
import type { AccountState } from "./suspend-fan.ts";

export function presentModel(row: AdminModelRow): AdminModel {
  const { began_at, last_connection, ...shared } = row;
  return {
    ...shared,
    live_since: began_at?.toISOString() ?? null,
    last_connection: last_connection?.toISOString() ?? null,
  };
}

export function presentAccount({ suspended_at, ...account }: AccountState): AdminAccount {
  return { ...account, suspended_at: suspended_at?.toISOString() ?? null };
}

export function presentAction({ staff_login, at, ...row }: StaffActionRow): StaffLogLine {
  const { id, action, target, label, reason } = row;
  return { id, staff: staff_login, action, target, label, reason, at: at.toISOString() };
}

/** A ticket in the queue. Overdue: nobody has answered and the time is over. */
export function presentSummary(row: TicketRow, now: Date): TicketSummary {
  const { id, number, kind, reason, about, about_id, priority, state, name } = row;
  return {
    ...{ id, number, kind, reason, about, about_id, priority, state, name },
    created_at: row.created_at.toISOString(),
    due_at: row.due_at.toISOString(),
    overdue: state === "open" && row.due_at < now,
  };
}

export function presentTicket(
  { ticket: row, contentExists, notes, decisions, appeal, reports, sales, refunds }: TicketFile,
  {
    staffNames,
    picture,
    now,
  }: { staffNames: ReadonlyMap<number, string>; picture: string | null; now: Date },
): TicketDetails {
  const { language, email, url, message, account_id, evidence } = row;
  return {
    ...presentSummary(row, now),
    ...{ language, email, url, message, account_id, reports },
    evidence: evidence && { ...evidence, media: evidence.media?.kind ?? null, picture },
    erased: row.erased_at !== null,
    removable:
      contentExists &&
      evidence !== null &&
      isSettled(row, decisions, appeal) === null &&
      !hasRemoved(decisions, notes),
    sold: { buyers: sales.length, tokens: sales.reduce((sum, { tokens }) => sum + tokens, 0) },
    refunds,
    appeal: appeal && { text: appeal.text, at: appeal.at.toISOString() },
    decisions: decisions.map(({ id, outcome, reason, on_appeal, staff_id, at }) => ({
      ...{ id, outcome, reason, on_appeal },
      staff: staffNames.get(staff_id) ?? `#${staff_id}`,
      at: at.toISOString(),
    })),
    notes: notes.map(({ id, kind, staff_id, body, at }) => ({
      ...{ id, kind, body },
      staff: staffNames.get(staff_id) ?? `#${staff_id}`,
      at: at.toISOString(),
    })),
  };
}

const reconciliation = z.object({
  resumed: z.int(),
  queried: z.int(),
  settled: z.int(),
  failed: z.int(),
});
const audit = z.object({
  accounts: z.int(),
  transfers: z.int(),
  problems: z.array(z.string()),
});

/** The latest findings of the machine's checks, as far as they have run. */
export function presentChecks(
  rows: readonly CheckRow[],
  now: Date,
): Pick<AdminState, "reconciliation" | "ledger"> {
  const found = (name: CheckRow["name"]) => rows.find((row) => row.name === name);
  const result = ({ ok, at }: CheckRow) => ({ ok, at: at.toISOString(), outdated: isOutdated(at, now) });
  const [reconciled, audited] = [found("reconciliation"), found("ledger_audit")];
  return {
    reconciliation: reconciled ? { ...result(reconciled), ...reconciliation.parse(reconciled.report) } : null,
    ledger: audited ? { ...result(audited), ...audit.parse(audited.report) } : null,
  };
}
