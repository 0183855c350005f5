import interLatin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { HydrationBoundary, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
} from "react-router";
import { siteName } from "#contract/site-name.ts";
import { DemoMark } from "#web/features/shell/DemoMark.tsx";
import { PageRealtimeProvider } from "#web/features/shell/live/PageRealtimeProvider.tsx";
import { ProgressBar } from "#web/features/shell/ProgressBar.tsx";
import { browserQueryClient, createQueryClient } from "#web/lib/api/query-client.ts";
import { isLanguage } from "#web/lib/i18n/choose-language.ts";
import { keepShownLanguage, useLocale } from "#web/lib/i18n/locale.ts";
import { loadCode } from "#web/lib/load-code.ts";
import { guardOnServer } from "#web/lib/navigation/guards.ts";
import { useDiscreet } from "#web/lib/page/discreet.ts";
import { onFirstInteraction } from "#web/lib/page/first-interaction.ts";
import { afterHydration, lazyComponent } from "#web/lib/page/lazy.tsx";
import { dehydrated, readQueriesOf } from "#web/lib/page/load-queries.ts";
import {
  defaultPageConfig,
  PageConfigProvider,
  pageConfigOf,
  usePageConfig,
} from "#web/lib/page/page-config.ts";
import { requestContext } from "#web/lib/page/request-context.ts";
import { useAgeGate } from "#web/lib/session/age-gate.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/root.ts";
import { AccountSteps, CheckoutMount } from "./PageOverlays.tsx";
// By its address: imported for its effect it belongs to the shell's file, and each page loads and applies it a second time
// with the first part that is imported later.
import styles from "./styles/app.css?url";

const AgeGate = lazyComponent(() => import("./AgeGate.tsx").then((file) => file.AgeGate));
const loadErrorPage = () => import("./ErrorPage.tsx");
const ErrorPage = lazyComponent(() => loadErrorPage().then((file) => file.ErrorPage));
const Afterwards = afterHydration(() =>
  import("#web/features/shell/Afterwards.tsx").then((file) => file.Afterwards),
);

export const middleware: Route.MiddlewareFunction[] = [guardOnServer];
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async (args, next) => {
    const { guardInBrowser } = await loadCode(() => import("#web/lib/session/guard-in-browser.ts"));
    return guardInBrowser(args, next);
  },
];

export const links: Route.LinksFunction = () => [
  { rel: "preload", as: "font", type: "font/woff2", href: interLatin, crossOrigin: "anonymous" },
];

export const meta: Route.MetaFunction = () => [{ title: siteName() }];

export function loader({ context }: Route.LoaderArgs) {
  const known = context.get(requestContext);
  const client = createQueryClient(known.api);
  client.setQueryData(profileQuery.queryKey, known.viewer);
  return { queries: dehydrated(client), config: pageConfigOf(known) };
}

export const shouldRevalidate = () => false;

/** The document around every page, the error page included. */
export function Layout({ children }: { children: ReactNode }) {
  const config = useRouteLoaderData<typeof loader>("root")?.config ?? defaultPageConfig;
  return (
    <PageConfigProvider value={config}>
      <Document>{children}</Document>
    </PageConfigProvider>
  );
}

function Document({ children }: { children: ReactNode }) {
  const { theme, noindex, demo } = usePageConfig();
  const discreet = useDiscreet();
  const age = useAgeGate();
  return (
    <html lang={useLocale()} data-theme={theme} data-site={siteName()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={theme === "light" ? "#ffffff" : "#0b0a10"} />
        <meta name="rating" content="RTA-5042-1996-1400-1577-RTA" />
        {noindex && <meta name="robots" content="noindex, nofollow" />}
        <LanguageLinks />
        {discreet ? <title>{m.discreet_title()}</title> : <Meta />}
        {/* With a precedence React writes it before the scripts, which would take the browser's connections first. */}
        <link rel="stylesheet" href={styles} precedence="page" />
        <Links />
        <IconLinks neutral={discreet} />
      </head>
      <body>
        <div className="contents" inert={age.closed}>
          <a href="#main" className="skip-link">
            {m.nav_skip()}
          </a>
          {demo && <DemoMark />}
          {children}
        </div>
        {age.closed && (
          <Suspense>
            <AgeGate back={age.back} onConfirm={age.confirm} />
          </Suspense>
        )}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** The icons of tabs, bookmarks and the installed app. */
function IconLinks({ neutral }: { neutral: boolean }) {
  const kind = neutral ? "-neutral" : "";
  // The neutral name is a word, and stands in the language of the page.
  const locale = useLocale();
  const named = neutral && locale === "es" ? `${kind}.es` : kind;
  return (
    <>
      <link rel="icon" href={`/icon${kind}.svg`} type="image/svg+xml" />
      <link rel="apple-touch-icon" href={`/icon${kind}-180.png`} />
      <link rel="manifest" href={`/manifest${named}.webmanifest`} />
    </>
  );
}

export default function Root({ matches }: Route.ComponentProps) {
  const [client] = useState(() =>
    typeof document === "undefined" ? createQueryClient() : browserQueryClient(),
  );
  // Of the whole document, before anything of it renders: the menu reads the list of the page within it.
  const [queries] = useState(() => readQueriesOf(matches.map((match) => match?.loaderData)));
  useEffect(() => {
    document.documentElement.dataset.alive = "";
  }, []);
  const language = useLocale();
  useEffect(() => keepShownLanguage(language), [language]);
  // Preload the error page on the first interaction, in case the network is gone later.
  useEffect(() => onFirstInteraction(() => void loadErrorPage().catch(() => {})), []);
  return (
    <QueryClientProvider client={client}>
      <HydrationBoundary state={queries}>
        <PageRealtimeProvider>
          <ProgressBar />
          <Outlet />
          <CheckoutMount />
          <Afterwards />
          <AccountSteps />
        </PageRealtimeProvider>
      </HydrationBoundary>
    </QueryClientProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Suspense>
      <ErrorPage error={error} />
    </Suspense>
  );
}

/** Canonical and `hreflang` links for search engines. */
export function LanguageLinks() {
  const { origin } = usePageConfig();
  const { pathname, search } = useLocation();
  const page = origin + pathname.replace(/(.)\/$/, "$1");
  const asked = new URLSearchParams(search).get("lang");
  return (
    <>
      <link rel="canonical" href={isLanguage(asked) ? `${page}?lang=${asked}` : page} />
      <link rel="alternate" hrefLang="en" href={`${page}?lang=en`} />
      <link rel="alternate" hrefLang="es" href={`${page}?lang=es`} />
      <link rel="alternate" hrefLang="x-default" href={page} />
    </>
  );
}
