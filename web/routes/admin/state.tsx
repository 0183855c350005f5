import type { QueryClient } from "@tanstack/react-query";
import { booksQuery, dayReportsQuery, stateQuery, todayUtc } from "#web/features/admin/admin-queries.ts";
import { readByStaff, readForStaff } from "#web/features/admin/load-admin.ts";
import type { Route } from "./+types/state.ts";

export { StatePage as default } from "#web/features/admin/StatePage.tsx";

const read = (client: QueryClient) =>
  Promise.all([
    client.ensureQueryData(stateQuery),
    client.ensureQueryData(booksQuery(todayUtc())),
    client.ensureQueryData(dayReportsQuery),
  ]);

export const loader = (args: Route.LoaderArgs) => readForStaff(args, read);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readByStaff(request, read);
