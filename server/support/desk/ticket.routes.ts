import type { deskContract, TicketDetails } from "#contract/desk.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { defineTexts, problem } from "#server/kit/http/texts.ts";
import { type NoteRow, ticketsPerPage } from "../support.ts";
import type { StepRefusal } from "../work-ticket.ts";
import type { DeskNeeds } from "./desk.ts";
import { namesOfFans } from "./find-payments.ts";
import { presentSummary, presentTicket } from "./present.ts";
import { staffOf } from "./staff-of.ts";

const texts = defineTexts<StepRefusal>({
  unknown_ticket: { en: "This ticket does not exist.", es: "Este ticket no existe." },
  closed: { en: "This ticket is closed.", es: "Este ticket está cerrado." },
  not_closed: { en: "This ticket is not closed.", es: "Este ticket no está cerrado." },
  erased: {
    en: "What this ticket said is erased. It stays closed.",
    es: "Lo que decía este ticket está borrado. Sigue cerrado.",
  },
  no_address: {
    en: "Its sender gave no address, so it cannot be answered by mail.",
    es: "Quien escribió no dio ningún correo, así que no se le puede responder.",
  },
  key_reused: {
    en: "This id was used for something else.",
    es: "Este identificador ya se usó para otra cosa.",
  },
});

type TicketKeys = Extract<keyof typeof deskContract, `${string}/tickets${string}`>;
type StepInput = { params: { id: number }; body: { client_id: string; text: string } };

/** Messages to the house, as the staff works on them. */
export function ticketRoutes(needs: DeskNeeds): Handlers<Pick<typeof deskContract, TicketKeys>> {
  const { support, clock } = needs;
  const details = async (id: number): Promise<TicketDetails | null> => {
    const found = await support.ticket(id);
    if (!found) return null;
    const staff = await namesOfFans(
      needs,
      found.notes.map((note) => note.staff_id),
    );
    return presentTicket(found.ticket, found.notes, staff, clock.now());
  };
  const step =
    (kind: NoteRow["kind"]) =>
    async ({ params, body }: StepInput, call: Call<Viewer>) => {
      const staff = await staffOf(needs, call);
      const done = await support.work(staff, params.id, { kind, clientId: body.client_id, body: body.text });
      const ticket = done.ok ? await details(params.id) : null;
      if (ticket) return { status: 200, body: ticket } as const;
      const refusal = done.ok ? "unknown_ticket" : done.refusal;
      return refusal === "unknown_ticket"
        ? problem(call, 404, texts, refusal)
        : problem(call, 409, texts, refusal);
    };
  return {
    "GET /api/admin/tickets": async ({ query: { state, page } }) => {
      const { rows, total } = await support.tickets({ state, page });
      const place = { page, total, pageSize: ticketsPerPage };
      const summaries = rows.map((row) => presentSummary(row, clock.now()));
      return { status: 200, body: pageOf(summaries, place, "/api/admin/tickets", { state }) };
    },
    "GET /api/admin/tickets/{id}": async ({ params }, call) => {
      const ticket = await details(params.id);
      return ticket ? { status: 200, body: ticket } : problem(call, 404, texts, "unknown_ticket");
    },
    "POST /api/admin/tickets/{id}/answer": step("answer"),
    "POST /api/admin/tickets/{id}/note": step("note"),
    "POST /api/admin/tickets/{id}/close": step("closed"),
    "POST /api/admin/tickets/{id}/reopen": step("reopened"),
  };
}
