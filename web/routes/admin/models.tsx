import type { QueryClient } from "@tanstack/react-query";
import { modelsIn } from "#web/features/admin/admin-queries.ts";
import { readByStaff, readForStaff } from "#web/features/admin/load-admin.ts";
import type { Route } from "./+types/models.ts";

export { ModelsPage as default } from "#web/features/admin/models/ModelsPage.tsx";

const read = (client: QueryClient, address: URLSearchParams) => client.ensureQueryData(modelsIn(address));

export const loader = (args: Route.LoaderArgs) => readForStaff(args, read);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readByStaff(request, read);
