import { ContactPage } from "#web/features/contact/ContactPage.tsx";
import { fetchHouseEmail } from "#web/features/contact/house-email.ts";
import { browserApi } from "#web/lib/browser-api.ts";
import { serverApi } from "#web/lib/server-context.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/contact.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return { email: await fetchHouseEmail(serverApi(context)) };
}

export async function clientLoader() {
  return { email: await fetchHouseEmail(browserApi) };
}

export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = () => [
  { title: `${m.support_contact_title()} · Fanlight` },
  { name: "description", content: m.support_contact_lead() },
];

export default function Page({ loaderData: { email } }: Route.ComponentProps) {
  return <ContactPage email={email} />;
}
