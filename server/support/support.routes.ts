import type { OwnDecision, OwnRemoval, reportsContract } from "#contract/reports.ts";
import type { supportContract } from "#contract/support.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Call, Handlers } from "#server/kit/http/call.ts";
import { problem, waitProblem } from "#server/kit/http/problem.ts";
import { appealUntil } from "./rules/deadlines.ts";
import type { DecisionAbout, Message, Support, TicketRow } from "./support.ts";

/** Messages to support, with or without an account. */
export function supportRoutes({
  support,
  supportEmail,
}: {
  support: Support;
  supportEmail: string;
}): Handlers<typeof supportContract> {
  const open = async (message: Message, call: Call) => {
    const { address, language, viewer } = call;
    const opened = await support.open(message, { address, language, accountId: viewer?.userId ?? null });
    if (!opened.ok) {
      return waitProblem(call, "too_many_tickets", opened.refusal.retryAfterSeconds);
    }
    return { status: 201, body: receiptOf(opened.ticket) } as const;
  };
  return {
    "GET /api/support/contact": () => ({ status: 200, body: { email: supportEmail } }),
    "POST /api/support/contact": ({ body: { client_id, name, email, message } }, call) =>
      open({ clientId: client_id, name, email, message, removal: null }, call),
    "POST /api/support/content-removal": ({ body: { client_id, name, email, message, url, reason } }, call) =>
      open({ clientId: client_id, name, email, message, removal: { url, reason } }, call),
  };
}

const receiptOf = ({ number, due_at, email }: TicketRow) => ({
  number,
  due_at: due_at.toISOString(),
  mailed: email !== null,
});

/** Reports by people with an account, who read here what became of them. */
export function reportRoutes({
  db,
  support,
  identity,
}: {
  db: Database;
  support: Support;
  identity: Pick<Identity, "byId">;
}): Handlers<typeof reportsContract> {
  return {
    "POST /api/reports": async ({ body }, call) => {
      const { userId, role } = call.viewer;
      const account = await identity.byId(db, userId);
      if (!account || role === "admin") throw new Error(`nobody reports as account ${userId}`);
      const made = await support.report({
        clientId: body.client_id,
        about: body.about,
        id: body.id,
        reason: body.reason,
        message: body.message,
        by: {
          ...{ id: userId, role, login: account.login },
          email: account.validation === "confirmed" ? account.email : null,
        },
        language: call.language,
      });
      if (made.ok) return { status: 201, body: receiptOf(made.ticket) };
      const { refusal } = made;
      if (refusal.code === "too_many")
        return waitProblem(call, "too_many_reports", refusal.retryAfterSeconds);
      return problem(call, refusal.code === "unknown_target" ? "unknown_report_target" : "action_key_reused");
    },
    "GET /api/decisions": async (_, { viewer }) => ({
      status: 200,
      body: await decisionsOf(support, viewer.userId),
    }),
    "POST /api/decisions/{number}/appeal": async ({ params, body }, call) => {
      const order = { accountId: call.viewer.userId, number: params.number, text: body.text };
      const done = await support.appeal(order);
      if (!done.ok) return problem(call, done.refusal);
      return { status: 200, body: await decisionsOf(support, call.viewer.userId) };
    },
    "GET /api/reports": async (_, { viewer }) => {
      const reports = await support.reportsOf(viewer.userId);
      const data = reports.flatMap(({ ticket, answers }) => {
        const { about, reason, evidence } = ticket;
        if (about === null || reason === null) return [];
        return {
          ...{ number: ticket.number, about, reason, state: ticket.state },
          name: evidence?.reported.name ?? null,
          created_at: ticket.created_at.toISOString(),
          due_at: ticket.due_at.toISOString(),
          answers: answers.map(({ body, at }) => ({ text: body ?? "", at: at.toISOString() })),
        };
      });
      return { status: 200, body: { data } };
    },
  };
}

async function decisionsOf(support: Support, accountId: number) {
  const removals = await support.removalsAbout(accountId);
  return {
    data: (await support.decisionsAbout(accountId)).map(presentDecision),
    removals: removals.map((removal): OwnRemoval => ({ ...removal, at: removal.at.toISOString() })),
  };
}

function presentDecision(row: DecisionAbout): OwnDecision {
  const { number, about, because, outcome, reason, at, appealed_at, final_at, final_outcome } = row;
  return {
    ...{ number, about, because, outcome, reason },
    at: at.toISOString(),
    appeal_until: appealUntil(at).toISOString(),
    appeal: appealed_at && { text: row.appeal, at: appealed_at.toISOString() },
    final:
      final_at && final_outcome
        ? { outcome: final_outcome, reason: row.final_reason, at: final_at.toISOString() }
        : null,
  };
}
