import type { QueryClient } from "@tanstack/react-query";
import { ticketsIn } from "#web/features/admin/admin-queries.ts";
import { readByStaff, readForStaff } from "#web/features/admin/load-admin.ts";
import type { Route } from "./+types/tickets.ts";

export { TicketsPage as default } from "#web/features/admin/tickets/TicketsPage.tsx";

const read = (client: QueryClient, address: URLSearchParams) => client.ensureQueryData(ticketsIn(address));

export const loader = (args: Route.LoaderArgs) => readForStaff(args, read);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readByStaff(request, read);
