import type { QueryClient } from "@tanstack/react-query";
import { payoutsIn } from "#web/features/admin/admin-queries.ts";
import { readByStaff, readForStaff } from "#web/features/admin/load-admin.ts";
import type { Route } from "./+types/payouts.ts";

export { PayoutsPage as default } from "#web/features/admin/payments/PayoutsPage.tsx";

const read = (client: QueryClient, address: URLSearchParams) => client.ensureQueryData(payoutsIn(address));

export const loader = (args: Route.LoaderArgs) => readForStaff(args, read);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readByStaff(request, read);
