import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { Subscription } from "#contract/subscriptions.ts";
import { subscriptionsQuery } from "#web/entities/subscription/subscription-api.ts";
import { PageConfigProvider, usePageConfig } from "#web/lib/page/page-config.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { SubscriptionsPage } from "./SubscriptionsPage.tsx";

afterEach(() => overwriteGetLocale(() => "en"));

const now = "2026-11-22T12:00:00.000Z";
const row = (id: number, changes: Partial<Subscription> = {}): Subscription => ({
  id,
  model_id: id + 100,
  avatar: "",
  created_at: "2026-11-01T12:00:00.000Z",
  expire_at: "2026-12-01T12:00:00.000Z",
  login: `model${id}`,
  price: 9.99,
  months: 1,
  charge: 9.99,
  name: `Model ${id}`,
  freeTokens: 0,
  canceled_at: null,
  user_canceled_at: null,
  gateway_subscription_id: `cg${id}`,
  gateway: "CommerceGate",
  price_change: null,
  can_reenable: true,
  can_subscribe: true,
  ...changes,
});

function draw(rows: Subscription[] | null, billingCancelUrl: string | null = null): string {
  const client = new QueryClient();
  if (rows) {
    const page = { data: rows, links: { next: null }, meta: { current_page: 1, last_page: 1 } };
    const { queryKey } = subscriptionsQuery;
    client.setQueryData(queryKey, { pages: [page], pageParams: [1] }, { updatedAt: Date.parse(now) });
  }
  function Shown() {
    return (
      <PageConfigProvider value={{ ...usePageConfig(), billingCancelUrl }}>
        <SubscriptionsPage />
      </PageConfigProvider>
    );
  }
  const Page = createRoutesStub([{ path: "/", Component: Shown }]);
  return renderToString(
    <QueryClientProvider client={client}>
      <Page initialEntries={["/"]} />
    </QueryClientProvider>,
  );
}

const texts = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, text = ""]) => text);

test("R-SUB-01, R-SUB-04: ten columns in their order, and a row of each subscription before any script runs", () => {
  const html = draw([row(1), row(2, { gateway_subscription_id: null })]);
  expect(texts(html, /<th[^>]*>([^<]*)<\/th>/g)).toEqual([
    "#",
    "Model name",
    "Subscription price per month",
    "Start",
    "End",
    "Status",
    "Gateway",
    "Subscription ID",
    "Days left",
    "Actions",
  ]);
  expect(texts(html, /(data-subscription="\d+")/g)).toHaveLength(2);
  for (const value of ["$9.99", "Nov 1, 2026", "Dec 1, 2026", "Active", "CommerceGate", "cg1", ">9<"])
    expect(html).toContain(value);
});

test("R-SUB-02: an active row can be unsubscribed, a cancelled one reactivated, an ended one subscribed to again", () => {
  const canceled_at = "2026-11-10T12:00:00.000Z";
  const html = draw([
    row(1),
    row(2, { canceled_at }),
    row(3, { canceled_at, expire_at: "2026-11-22T12:00:00.000Z" }),
    row(4, { canceled_at, can_reenable: false }),
    row(5, { canceled_at, expire_at: "2026-10-01T12:00:00.000Z", can_subscribe: false }),
    row(6, { canceled_at, expire_at: "2026-10-01T12:00:00.000Z", model_id: 101 }),
  ]);
  expect(texts(html, /aria-label="([A-Z][a-z ]+: Model \d)"/g)).toEqual([
    "Unsubscribe: Model 1",
    "Reactivate: Model 2",
    "Subscribe: Model 3",
  ]);
});

test("R-SUB-02, R-SUB-08: an ended row that may still be renewed can be cancelled as well", () => {
  const html = draw([row(1, { expire_at: "2026-11-22T11:55:00.000Z" })]);
  expect(texts(html, /aria-label="([A-Z][a-z ]+: Model \d)"/g)).toEqual([
    "Unsubscribe: Model 1",
    "Subscribe: Model 1",
  ]);
});

test.each([
  ["en", "Subscriptions", "No subscriptions yet"],
  ["es", "Suscripciones", "Aún no tienes suscripciones"],
] as const)("R-ROUTE-19: without any the page says so and leads on (%s)", (language, heading, title) => {
  overwriteGetLocale(() => language);
  const html = draw([]);
  for (const word of [heading, title, 'href="/"']) expect(html).toContain(word);
});

test("R-SUB-15: one link leads to the external billing provider, where one is set up", () => {
  const leading = (html: string) => texts(html, /<a [^>]*href="(https:[^"]*)"[^>]*>/g);
  expect(leading(draw([row(1)], "https://billing.example/cancel"))).toEqual([
    "https://billing.example/cancel",
  ]);
  expect(leading(draw([row(1)]))).toEqual([]);
});

test("while the subscriptions load, their places are held open", () => {
  const html = draw(null);
  expect(html).toContain("Loading");
  expect(html).toContain("skeleton");
});
