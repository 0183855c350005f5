import type { adminTicketsContract, TicketDetails } from "#contract/admin-tickets.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { keyOf, problem } from "#server/kit/http/problem.ts";
import { type Step, ticketsPerPage } from "../support.ts";
import { type AdminNeeds, staffOf } from "./needs.ts";
import { namesOfFans } from "./payment-search.ts";
import { presentSummary, presentTicket } from "./present.ts";

type StepInput = { params: { id: number }; body: { client_id: string; text: string } };

/** Messages to support, as staff work on them. */
export function ticketRoutes(needs: AdminNeeds): Handlers<typeof adminTicketsContract> {
  const { support, clock } = needs;
  const details = async (id: number, { viewer }: Call<Viewer>): Promise<TicketDetails | null> => {
    const found = await support.ticket(id);
    if (!found) return null;
    const staffNames = await namesOfFans(
      needs,
      [...found.notes, ...found.decisions].map(({ staff_id }) => staff_id),
    );
    const picture = support.pictures.address(found.ticket, viewer.userId);
    return presentTicket(found, { staffNames, picture, now: clock.now() });
  };
  const step =
    (kind: Step["kind"]) =>
    async ({ params, body }: StepInput, call: Call<Viewer>) => {
      const staff = await staffOf(needs, call);
      const done = await support.work(staff, params.id, { kind, clientId: body.client_id, body: body.text });
      const ticket = done.ok ? await details(params.id, call) : null;
      if (ticket) return { status: 200, body: ticket } as const;
      const refusal = done.ok ? "unknown_ticket" : done.refusal;
      return problem(call, keyOf(refusal, { key_reused: "action_key_reused" }));
    };
  return {
    "GET /api/admin/tickets": async ({ query: { state, page } }) => {
      const { rows, total } = await support.tickets({ state, page });
      const paging = { page, total, pageSize: ticketsPerPage };
      const summaries = rows.map((row) => presentSummary(row, clock.now()));
      return { status: 200, body: pageOf(summaries, paging, "/api/admin/tickets", { state }) };
    },
    "GET /api/admin/tickets/{id}": async ({ params }, call) => {
      const ticket = await details(params.id, call);
      return ticket ? { status: 200, body: ticket } : problem(call, "unknown_ticket");
    },
    "POST /api/admin/tickets/{id}/answer": step("answer"),
    "POST /api/admin/tickets/{id}/note": step("note"),
    "POST /api/admin/tickets/{id}/close": step("closed"),
    "POST /api/admin/tickets/{id}/reopen": step("reopened"),
    "POST /api/admin/tickets/{id}/decide": async ({ params, body }, call) => {
      const { client_id: clientId, outcome, reason, answer, refund_buyers: refund } = body;
      const order = { ticketId: params.id, clientId, outcome, reason, answer, refund };
      const done = await support.decide(await staffOf(needs, call), order);
      const ticket = done.ok ? await details(params.id, call) : null;
      if (ticket) return { status: 200, body: ticket };
      const refusal = done.ok ? "unknown_ticket" : done.refusal;
      return problem(call, keyOf(refusal, { key_reused: "action_key_reused" }));
    },
    "POST /api/admin/tickets/{id}/evidence-file": async ({ params, body }, call) => {
      const order = { ticketId: params.id, clientId: body.client_id };
      const viewed = await support.viewEvidence(await staffOf(needs, call), order);
      if (viewed.ok) return { status: 200, body: viewed.file };
      return problem(call, keyOf(viewed.refusal, { key_reused: "action_key_reused" }));
    },
    "POST /api/admin/tickets/{id}/remove": async ({ params, body }, call) => {
      const { client_id: clientId, reason, refund_buyers: refund } = body;
      const order = { ticketId: params.id, clientId, reason, refund };
      const done = await support.removeReported(await staffOf(needs, call), order);
      const ticket = done.ok ? await details(params.id, call) : null;
      if (ticket) return { status: 200, body: ticket };
      const refusal = done.ok ? "unknown_ticket" : done.refusal;
      return problem(call, keyOf(refusal, { key_reused: "action_key_reused" }));
    },
  };
}
