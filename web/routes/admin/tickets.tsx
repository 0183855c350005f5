import type { QueryClient } from "@tanstack/react-query";
import { ticketsIn } from "#web/features/admin/admin-queries.ts";
import { readByStaff, readForStaff } from "#web/features/admin/load-admin.ts";
import { TicketsPage } from "#web/features/admin/tickets/TicketsPage.tsx";
import type { Route } from "./+types/tickets.ts";

const read = (client: QueryClient, address: URLSearchParams) => client.ensureQueryData(ticketsIn(address));

export const loader = (args: Route.LoaderArgs) => readForStaff(args, read);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readByStaff(request, read);

export default function Tickets() {
  return <TicketsPage />;
}
