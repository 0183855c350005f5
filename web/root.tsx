import interLatin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import { useDocumentFacts } from "#web/lib/document.ts";
import { useLocale } from "#web/lib/locale.ts";
import { browserQueryClient, createQueryClient } from "#web/lib/query-client.ts";
import { serverFacts } from "#web/lib/server-context.ts";
import type { Route } from "./+types/root.ts";
import "./styles/app.css";

export const links: Route.LinksFunction = () => [
  { rel: "preload", as: "font", type: "font/woff2", href: interLatin, crossOrigin: "anonymous" },
];

export function loader({ context }: Route.LoaderArgs) {
  return { viewer: context.get(serverFacts).viewer };
}

export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const { theme, requestId, demo } = useDocumentFacts();
  return (
    <html lang={useLocale()} data-theme={theme} data-request={requestId} data-demo={demo}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  const viewer = useRouteLoaderData<typeof loader>("root")?.viewer ?? null;
  const [queryClient] = useState(() => {
    const client = typeof window === "undefined" ? createQueryClient() : browserQueryClient();
    client.setQueryData(["profile"], viewer);
    return client;
  });
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
