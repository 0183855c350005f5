import type { QueryClient } from "@tanstack/react-query";
import { chargebacksQuery, debtsQuery, paymentsIn } from "#web/features/admin/admin-queries.ts";
import { readByStaff, readForStaff } from "#web/features/admin/load-admin.ts";
import { PaymentsPage } from "#web/features/admin/payments/PaymentsPage.tsx";
import type { Route } from "./+types/payments.ts";

const read = (client: QueryClient, address: URLSearchParams) =>
  Promise.all([
    client.ensureQueryData(paymentsIn(address)),
    client.ensureQueryData(chargebacksQuery),
    client.ensureQueryData(debtsQuery),
  ]);

export const loader = (args: Route.LoaderArgs) => readForStaff(args, read);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readByStaff(request, read);

export default function Payments() {
  return <PaymentsPage />;
}
