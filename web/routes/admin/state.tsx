import type { QueryClient } from "@tanstack/react-query";
import { booksQuery, dayReportsQuery, stateQuery, todayUtc } from "#web/features/admin/admin-queries.ts";
import { readByStaff, readForStaff } from "#web/features/admin/load-admin.ts";
import { StatePage } from "#web/features/admin/StatePage.tsx";
import type { Route } from "./+types/state.ts";

const read = (client: QueryClient) =>
  Promise.all([
    client.ensureQueryData(stateQuery),
    client.ensureQueryData(booksQuery(todayUtc())),
    client.ensureQueryData(dayReportsQuery),
  ]);

export const loader = (args: Route.LoaderArgs) => readForStaff(args, read);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readByStaff(request, read);

export default function State() {
  return <StatePage />;
}
