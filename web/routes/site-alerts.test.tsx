import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import Site from "./site.tsx";

const Page = createRoutesStub([
  {
    id: "site",
    path: "/",
    Component: Site as unknown as ComponentType,
    children: [{ index: true, Component: () => <main>Rooms</main> }],
  },
]);

const now = "2026-11-22T12:00:00.000Z";
const loaderData = { site: { queries: null, resendHidden: false, dismissed: "", loadedAt: now } };
const fan: Partial<FanProfile> = {
  id: 7,
  role: "fan",
  login: "nico",
  email: "nico@example.test",
  status: "active",
  validation: "confirmed",
  priceChanges: [],
  blocked_models: [],
  banned_by: [],
  endingSubscriptions: [],
};

/** The elements that React draws above the content in one go, without waiting for the code of anything. */
function drawnAtOnce(viewer: Partial<FanProfile>): string {
  const client = new QueryClient();
  client.setQueryData(profileQuery.queryKey, viewer as FanProfile);
  const html = renderToString(
    <QueryClientProvider client={client}>
      <Page hydrationData={{ loaderData }} />
    </QueryClientProvider>,
  );
  return html.slice(0, html.indexOf("<main>"));
}

test("R-SUB-12: the reminder of an ending subscription waits for no code of its own: coming late it would move the page", () => {
  const ending = { id: 3, modelName: "Mila", expireAt: "2026-11-25T12:00:00.000Z" };
  expect(drawnAtOnce({ ...fan, endingSubscriptions: [ending] })).toContain("Mila");
  expect(drawnAtOnce(fan)).not.toContain("Mila");
});

test("the word about an email that waits to be confirmed waits for no code of its own either", () => {
  expect(drawnAtOnce({ ...fan, validation: "waiting" })).toContain(m.email_wrong_address());
  expect(drawnAtOnce(fan)).not.toContain(m.email_wrong_address());
});

test("a new price of a subscription is announced on every page, with the old one and its day, and waits for no code", () => {
  const change = { id: 3, modelName: "Mila", price: 9.99, newPrice: 19.99, from: "2026-12-25T12:00:00.000Z" };
  const html = drawnAtOnce({ ...fan, priceChanges: [change] });
  expect(html).toContain("New price from Dec 25, 2026: $19.99 instead of $9.99.");
  expect(html).toContain('href="/subscription-models"');
  expect(drawnAtOnce(fan)).not.toContain("New price from");
});
