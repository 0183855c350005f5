import type { QueryClient } from "@tanstack/react-query";
import { logIn } from "#web/features/admin/admin-queries.ts";
import { readByStaff, readForStaff } from "#web/features/admin/load-admin.ts";
import { LogPage } from "#web/features/admin/LogPage.tsx";
import type { Route } from "./+types/log.ts";

const read = (client: QueryClient, address: URLSearchParams) => client.ensureQueryData(logIn(address));

export const loader = (args: Route.LoaderArgs) => readForStaff(args, read);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readByStaff(request, read);

export default function Log() {
  return <LogPage />;
}
