import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { appealEmail } from "../emails/decision-emails.ts";
import type { SupportNeeds } from "../needs.ts";
import { appealUntil, promiseOf } from "../rules/deadlines.ts";
import { appealOf, decisionsOf, insertAppeal, lockDecided } from "../store/decisions-store.ts";
import { changeTicket } from "../store/tickets-store.ts";

export type AppealOrder = { accountId: number; number: string; text: string };

export type AppealRefusal = "unknown_decision" | "appealed_already" | "appeal_too_late";

/**
 * Takes the objection of somebody against whom a report was decided: once, in their own words, within the deadline.
 * The report is open again, with the deadline of a new one. Repeated words change nothing.
 */
export function appeal(needs: SupportNeeds) {
  return ({ accountId, number, text }: AppealOrder): Promise<Result<object, AppealRefusal>> =>
    inTransaction(needs.db, async (tx) => {
      const ticket = await lockDecided(tx, accountId, number);
      const [decision] = ticket ? await decisionsOf(tx, ticket.id) : [];
      if (!ticket || !decision) return refuse("unknown_decision");
      const known = await appealOf(tx, ticket.id);
      if (known) return known.text === text ? ok({}) : refuse("appealed_already");
      const at = needs.clock.now();
      if (at > appealUntil(decision.at)) return refuse("appeal_too_late");
      await insertAppeal(tx, { ticket_id: ticket.id, account_id: accountId, text, at });
      const { dueAt } = promiseOf(ticket.kind, ticket.reason, at);
      const open = await changeTicket(tx, ticket.id, { state: "open", closed_at: null, due_at: dueAt });
      await needs.enqueueEmail(tx, appealEmail(open, text, needs));
      return ok({});
    });
}
