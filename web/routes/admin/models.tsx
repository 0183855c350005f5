import type { QueryClient } from "@tanstack/react-query";
import { modelsIn } from "#web/features/admin/admin-queries.ts";
import { readByStaff, readForStaff } from "#web/features/admin/load-admin.ts";
import { ModelsPage } from "#web/features/admin/models/ModelsPage.tsx";
import type { Route } from "./+types/models.ts";

const read = (client: QueryClient, address: URLSearchParams) => client.ensureQueryData(modelsIn(address));

export const loader = (args: Route.LoaderArgs) => readForStaff(args, read);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => readByStaff(request, read);

export default function Models() {
  return <ModelsPage />;
}
