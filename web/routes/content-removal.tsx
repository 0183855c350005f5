import { fetchHouseEmail } from "#web/features/contact/house-email.ts";
import { RemovalPage } from "#web/features/contact/RemovalPage.tsx";
import { browserApi } from "#web/lib/browser-api.ts";
import { serverApi } from "#web/lib/server-context.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/content-removal.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return { email: await fetchHouseEmail(serverApi(context)) };
}

export async function clientLoader() {
  return { email: await fetchHouseEmail(browserApi) };
}

export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = () => [
  { title: `${m.support_removal_title()} · Fanlight` },
  { name: "description", content: m.support_removal_lead() },
];

export default function Page({ loaderData: { email } }: Route.ComponentProps) {
  return <RemovalPage email={email} />;
}
