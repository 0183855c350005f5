// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, expect, test } from "vitest";
import type { AppEndpoint } from "#contract/contract.ts";
import type { StudioListing } from "#contract/listing.ts";
import { eachFact } from "#contract/model-facts.ts";
import type { SubscriptionPlan } from "#contract/subscriptions.ts";
import { type Answers, closePage, inTurn, openPage } from "#testing/component/page.tsx";
import { FansPanel } from "./FansPanel.tsx";
import { GalleryPanel } from "./gallery/GalleryPanel.tsx";
import { ListingPanel } from "./listing/ListingPanel.tsx";
import { PagePanel } from "./listing/PagePanel.tsx";
import { ModeratorsPanel } from "./moderators/ModeratorsPanel.tsx";
import { useModerators } from "./moderators/use-moderators.ts";
import { RatesPanel } from "./rates/RatesPanel.tsx";
import { SchedulePanel } from "./schedule/SchedulePanel.tsx";
import { PromosPanel } from "./shows/PromosPanel.tsx";
import { useStudioShows } from "./shows/use-studio-shows.ts";
import { SubscriptionPanel } from "./subscription/SubscriptionPanel.tsx";
import { TipMenuPanel } from "./tip-menu/TipMenuPanel.tsx";

afterEach(closePage);

const failed = { status: 503, body: { code: "busy", message: "" } };
const rates = { private: 60, vip: 90, spy: 20, minimum: 0, spies_allowed: true, two_way_allowed: false };
const plan = {
  ...{ available: true, price_monthly_subscription: 9.99, freeTokens: 0, subscription_enable: true },
  ...{ bundles: [], bundle_prices: [], prices: [9.99], asks_subscribers: false, subscribers: 3 },
} as SubscriptionPlan;
const page: StudioListing = {
  ...{ state: "approved", note: "", artistic_name: "Luna", bio: { en: "Hi", es: "Hola" }, portrait: null },
  ...{ birth_date: null, country: null, gender_id: null, ...eachFact(() => []) },
  steps: { texts: true, person: true, picture: true, rates: false, camera: false },
};
const draft: StudioListing = { ...page, state: "draft" };
const week = { time_zone: "UTC", hours: [] };
const banned = { id: 9, name: "Zoe" };
const moderators = { data: [{ id: 5, name: "Ana", since: "2026-11-02T10:00:00.000Z" }], muted: [], log: [] };

const Listing = () => <ListingPanel cameraReady={false} onCamera={() => {}} />;
const Fans = () => <FansPanel invite={null} moderators={useModerators()} />;
const Moderators = () => <ModeratorsPanel moderators={useModerators()} slug="luna" now={null} />;
const Promos = () => <PromosPanel shows={useStudioShows("luna")} live={false} />;

const none = { meta: { current_page: 1, last_page: 1 }, links: { next: null } };

type Case = [panel: string, Part: ComponentType, endpoint: AppEndpoint, body: unknown, shown: RegExp];
const cases: Case[] = [
  ["Items", TipMenuPanel, "GET /api/studio/tip-menu", { items: [] }, /^No menu yet/],
  ["Show rates", RatesPanel, "GET /api/studio/rates", rates, /^60/],
  ["Schedule", SchedulePanel, "GET /api/studio/schedule", week, /^Tell fans when/],
  ["Gallery", GalleryPanel, "GET /api/studio/gallery", { pictures: [] }, /^Add photos that/],
  ["Subscription", SubscriptionPanel, "GET /api/studio/subscription", plan, /9\.99/],
  ["Photo and texts", PagePanel, "GET /api/studio/listing", page, /^Luna$/],
  ["Get listed", Listing, "GET /api/studio/listing", draft, /^Show rates$/],
  ["Moderators", Moderators, "GET /api/studio/moderators", moderators, /^Ana$/],
  ["Promo shows", Promos, "GET /api/studio/shows", { show: null, promos: [] }, /^No promo links/],
  ["Fans in your room", Fans, "GET /api/studio/fans", { data: [], ...none }, /^No logged-in fans/],
  ["Fans in your room", Fans, "GET /api/studio/bans", { data: [banned], ...none }, /^Zoe$/],
];
/** The answers that the panels of several parts read besides. */
const others: Answers = {
  "GET /api/studio/moderators": moderators,
  "GET /api/studio/fans": { data: [], ...none },
  "GET /api/studio/bans": { data: [], ...none },
};

test.each(cases)(
  "the panel %s stays when it could not be read, and reads again at a press",
  async (panel, Part, endpoint, body, shown) => {
    const { user } = openPage(<Part />, {
      ...others,
      [endpoint]: inTurn(failed, failed, { status: 200, body }),
    });
    const alert = await screen.findByRole("alert");
    expect(within(screen.getByRole("region", { name: panel })).getByRole("alert")).toBe(alert);
    expect(screen.queryByText(shown)).toBeNull();
    const retry = within(alert).getByRole("button", { name: "Retry" });
    await user.click(retry);
    await waitFor(() => expect(retry.getAttribute("aria-busy")).toBeNull());
    expect(retry.isConnected, "it stays where it was pressed").toBe(true);
    await user.click(retry);
    await screen.findByText(shown);
    expect(screen.queryByRole("alert")).toBeNull();
  },
);

test("a new model whose rates could not be read sees that where they would be set", async () => {
  const { user } = openPage(<Listing />, {
    "GET /api/studio/listing": draft,
    "GET /api/studio/rates": inTurn(failed, failed, { status: 200, body: rates }),
  });
  await user.click(await screen.findByRole("button", { name: "Start: Show rates" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(await dialog.findByRole("button", { name: "Retry" }));
  await waitFor(() =>
    expect(dialog.getByRole("button", { name: "Retry" }).getAttribute("aria-busy")).toBeNull(),
  );
  await user.click(dialog.getByRole("button", { name: "Retry" }));
  expect(await screen.findByDisplayValue("60")).toBeDefined();
});
