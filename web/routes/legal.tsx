import { useQuery } from "@tanstack/react-query";
import { data, useLocation, useRevalidator } from "react-router";
import { LegalPage } from "#web/features/legal/LegalPage.tsx";
import { fetchLegal, legalQuery } from "#web/features/legal/legal-query.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { legalPages } from "#web/lib/navigation/legal-pages.ts";
import { requestContext } from "#web/lib/page/request-context.ts";
import { ErrorCard } from "#web/ui/ErrorCard.tsx";
import type { Route } from "./+types/legal.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, report } = context.get(requestContext);
  try {
    return data({ document: await fetchLegal(api, pageAt(request.url).document) });
  } catch (error) {
    report(error);
    return data({ document: null }, { status: 503 });
  }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const wanted = browserQueryClient().ensureQueryData(legalQuery(pageAt(request.url).document));
  return { document: await wanted.catch(() => null) };
}

export const meta: Route.MetaFunction = ({ loaderData, location }) => {
  const document = loaderData?.document;
  const title = document
    ? inLanguage({ en: document.en.title, es: document.es.title })
    : pageAt(location.pathname).name();
  return [{ title: `${title} · Fanlight` }];
};

/** Every legal page: the address names the document. */
export default function Legal({ loaderData: { document } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  // What came with the page is not asked for again when the language changes.
  const { document: name } = pageAt(useLocation().pathname);
  useQuery({ ...legalQuery(name), initialData: document ?? undefined, enabled: false });
  if (document) return <LegalPage document={document} />;
  return (
    <main id="main">
      <ErrorCard onRetry={() => void revalidate()} />
    </main>
  );
}

/** The legal page at an address. Throws for any other: only legal addresses are routed here. */
function pageAt(address: string) {
  const { pathname } = new URL(address, "http://page");
  const name = pathname.replaceAll("/", "").toLowerCase();
  const page = legalPages.find(({ document }) => document === name);
  if (!page) throw new Error(`${pathname} is no legal page`);
  return page;
}
