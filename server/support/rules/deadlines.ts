import type { ReportReason } from "#contract/report-reasons.ts";

/** The kind of a message to support. */
export const ticketKinds = ["contact", "removal", "report"] as const;
export type TicketKind = (typeof ticketKinds)[number];

/** Why something is to be removed, or is reported. */
export type TicketReason = ReportReason;

/** 1 before 2 before 3. */
export type Priority = 1 | 2 | 3;

const grave: ReadonlySet<TicketReason> = new Set(["minor", "nonconsensual", "danger"]);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const graveHours = 24;
const removalDays = 7;
const contactWorkingDays = 3;

/**
 * How urgent a ticket is and by when it is decided. The pages, the emails and the Compliance Policy promise the same:
 * - suspected minors, no consent, danger to somebody: 24 hours, first in the queue;
 * - every other removal and report: 7 days (the acknowledgement goes out with the ticket itself, so within its 24 hours);
 * - contact: 3 working days, Monday to Friday in UTC, at the hour it was written.
 */
export function promiseOf(
  kind: TicketKind,
  reason: TicketReason | null,
  at: Date,
): { priority: Priority; dueAt: Date } {
  if (kind === "contact") return { priority: 3, dueAt: addWorkingDays(at, contactWorkingDays) };
  if (reason !== null && grave.has(reason))
    return { priority: 1, dueAt: new Date(at.getTime() + graveHours * hourMs) };
  return { priority: 2, dueAt: new Date(at.getTime() + removalDays * dayMs) };
}

/** The hour of the instant so many working days later; an instant at a weekend counts from Monday 00:00 UTC. */
export function addWorkingDays(at: Date, days: number): Date {
  let day = at;
  while (isWeekend(day)) day = nextMidnight(day);
  for (let left = days; left > 0;) {
    day = new Date(day.getTime() + dayMs);
    if (!isWeekend(day)) left--;
  }
  return day;
}

const isWeekend = (day: Date) => day.getUTCDay() === 0 || day.getUTCDay() === 6;

function nextMidnight(day: Date): Date {
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 1));
}

const appealMonths = 6;

/**
 * Until when somebody may object to a decision about them that was made then: the same day and hour six months later,
 * in UTC, or the last day of a shorter month. The Compliance Policy promises it, and the database keeps the same rule.
 */
export function appealUntil(decidedAt: Date): Date {
  const until = new Date(decidedAt);
  until.setUTCMonth(until.getUTCMonth() + appealMonths);
  // A day that the month does not have has run over into the next one.
  if (until.getUTCDate() !== decidedAt.getUTCDate()) until.setUTCDate(0);
  return until;
}

/** Days after their closing that personal data of messages, and of reports and requests for removal, are kept. */
export type KeptDays = { messages: number; reports: number };

/** The instant before which a closed ticket of this kind must have been closed for its personal data to be erased. */
export function erasedWhenClosedBefore(kind: TicketKind, { messages, reports }: KeptDays, now: Date): Date {
  return new Date(now.getTime() - (kind === "contact" ? messages : reports) * dayMs);
}
