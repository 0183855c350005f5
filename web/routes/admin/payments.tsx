import type { QueryClient } from "@tanstack/react-query";
import { chargebacksQuery, debtsQuery, paymentsIn } from "#web/features/admin/admin-queries.ts";
import { readByStaff, readForStaff } from "#web/features/admin/load-admin.ts";
import type { Route } from "./+types/payments.ts";

export { PaymentsPage as default } from "#web/features/admin/payments/PaymentsPage.tsx";

const read = (client: QueryClient, address: URLSearchParams) =>
  Promise.all([
    client.ensureQueryData(paymentsIn(address)),
    client.ensureQueryData(chargebacksQuery),
    client.ensureQueryData(debtsQuery),
  ]);

export const loader = (args: Route.LoaderArgs) => readForStaff(args, read);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readByStaff(request, read);
