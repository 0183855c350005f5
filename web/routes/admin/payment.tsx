import { paymentQuery } from "#web/features/admin/admin-queries.ts";
import { readByStaff, readForStaff } from "#web/features/admin/load-admin.ts";
import { PaymentPage } from "#web/features/admin/payments/PaymentPage.tsx";
import type { Route } from "./+types/payment.ts";

const queryOf = (params: Route.LoaderArgs["params"]) => paymentQuery(params.id);

export const loader = (args: Route.LoaderArgs) =>
  readForStaff(args, (client) => client.ensureQueryData(queryOf(args.params)));
export const clientLoader = ({ request, params }: Route.ClientLoaderArgs) =>
  readByStaff(request, (client) => client.ensureQueryData(queryOf(params)));

export default function Payment({ params }: Route.ComponentProps) {
  return <PaymentPage id={params.id} />;
}
