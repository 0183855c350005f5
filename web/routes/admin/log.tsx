import type { QueryClient } from "@tanstack/react-query";
import { logIn } from "#web/features/admin/admin-queries.ts";
import { readByStaff, readForStaff } from "#web/features/admin/load-admin.ts";
import type { Route } from "./+types/log.ts";

export { LogPage as default } from "#web/features/admin/LogPage.tsx";

const read = (client: QueryClient, address: URLSearchParams) => client.ensureQueryData(logIn(address));

export const loader = (args: Route.LoaderArgs) => readForStaff(args, read);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readByStaff(request, read);
