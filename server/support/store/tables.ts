import type { Selectable } from "kysely";
import type { Rows } from "./rows.ts";

/** The tables that this module owns. */
export type SupportTables = Rows;
export type StaffActionName = Rows["support.staff_action"]["action"];
export type CheckName = Rows["support.check_result"]["name"];

export type TicketRow = Selectable<Rows["support.ticket"]>;
export type NoteRow = Selectable<Rows["support.note"]>;
export type DecisionRow = Selectable<Rows["support.decision"]>;
export type AppealRow = Selectable<Rows["support.appeal"]>;
export type StaffActionRow = Selectable<Rows["support.staff_action"]>;
export type CheckRow = Selectable<Rows["support.check_result"]>;
