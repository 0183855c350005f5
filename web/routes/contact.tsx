import { titled } from "#contract/site-name.ts";
import { ContactPage } from "#web/features/contact/ContactPage.tsx";
import { takeMessage } from "#web/features/contact/message-action.ts";
import { RemovalPage } from "#web/features/contact/RemovalPage.tsx";
import { supportEmailQuery } from "#web/features/contact/support-email.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/contact.ts";

export const loader = (args: Route.LoaderArgs) =>
  readOnServer(args, (client) => client.ensureQueryData(supportEmailQuery));

export const clientLoader = () => readInBrowser(browserQueryClient().ensureQueryData(supportEmailQuery));

export const action = (sent: Route.ActionArgs) =>
  takeMessage(sent, isRemoval(new URL(sent.request.url).pathname));

export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = ({ location }) => {
  const { title, lead } = isRemoval(location.pathname) ? removal : contact;
  return [{ title: titled(title()) }, { name: "description", content: lead() }];
};

/** The two pages by which anybody reaches support: writing to it, and having content removed. */
export default function Contact({ matches, actionData }: Route.ComponentProps) {
  const path = matches.at(-1)?.pathname ?? "";
  // A key of its own for each page: what was typed in one form is nothing to the other.
  return isRemoval(path) ? (
    <RemovalPage key="removal" answered={actionData} />
  ) : (
    <ContactPage key="contact" answered={actionData} />
  );
}

const contact = { title: () => m.support_contact_title(), lead: () => m.support_contact_lead() };
const removal = { title: () => m.support_removal_title(), lead: () => m.support_removal_lead() };

function isRemoval(path: string): boolean {
  return /^\/content-removal\/?$/i.test(path);
}
