import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { titled } from "#contract/site-name.ts";
import { legalQuery } from "#web/features/legal/legal-query.ts";
import { LegalPage } from "#web/features/legal/LegalPage.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { decodedPath } from "#web/lib/navigation/decoded-path.ts";
import { legalPages } from "#web/lib/navigation/legal-pages.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import type { Route } from "./+types/legal.ts";

const read = (client: QueryClient, address: string) =>
  client.ensureQueryData(legalQuery(pageAt(address).document));

export const loader = (args: Route.LoaderArgs) =>
  readOnServer(args, (client) => read(client, args.request.url));

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  readInBrowser(read(browserQueryClient(), request.url));

export const meta: Route.MetaFunction = ({ loaderData, location }) => {
  const document = loaderData?.found;
  const title = document
    ? inLanguage({ en: document.en.title, es: document.es.title })
    : pageAt(location.pathname).name();
  return [{ title: titled(title) }, { name: "description", content: m.legal_description({ title }) }];
};

/** Every legal page: the address names the document. */
export default function Legal() {
  const { data, error, refetch } = useQuery(legalQuery(pageAt(useLocation().pathname).document));
  if (data) return <LegalPage document={data} />;
  return (
    <main id="main">
      <ErrorCard headingLevel="h1" error={error} onRetry={() => void refetch()} />
    </main>
  );
}

/** The legal page at an address. Throws for any other: only legal addresses are routed here. */
function pageAt(address: string) {
  const { pathname } = new URL(address, "http://page");
  const name = decodedPath(pathname).replaceAll("/", "").toLowerCase();
  const page = legalPages.find(({ document }) => document === name);
  if (!page) throw new Error(`${pathname} is no legal page`);
  return page;
}
