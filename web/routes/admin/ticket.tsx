import { ticketQuery } from "#web/features/admin/admin-queries.ts";
import { readByStaff, readForStaff } from "#web/features/admin/load-admin.ts";
import { TicketPage } from "#web/features/admin/tickets/TicketPage.tsx";
import type { Route } from "./+types/ticket.ts";

const queryOf = (params: Route.LoaderArgs["params"]) => ticketQuery(Number(params.id));

export const loader = (args: Route.LoaderArgs) =>
  readForStaff(args, (client) => client.ensureQueryData(queryOf(args.params)));
export const clientLoader = ({ request, params }: Route.ClientLoaderArgs) =>
  readByStaff(request, (client) => client.ensureQueryData(queryOf(params)));

export default function Ticket({ params }: Route.ComponentProps) {
  return <TicketPage id={Number(params.id)} />;
}
