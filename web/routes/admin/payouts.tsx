import type { QueryClient } from "@tanstack/react-query";
import { payoutsIn } from "#web/features/admin/admin-queries.ts";
import { readByStaff, readForStaff } from "#web/features/admin/load-admin.ts";
import { PayoutsPage } from "#web/features/admin/payments/PayoutsPage.tsx";
import type { Route } from "./+types/payouts.ts";

const read = (client: QueryClient, address: URLSearchParams) => client.ensureQueryData(payoutsIn(address));

export const loader = (args: Route.LoaderArgs) => readForStaff(args, read);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readByStaff(request, read);

export default function Payouts() {
  return <PayoutsPage />;
}
