// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { ModelPage } from "#contract/catalog.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { rosa } from "#testing/web/rosa.ts";
import { ProfilePage } from "./ProfilePage.tsx";

afterEach(closePage);

const pricing = { ...rosa.pricing, price_monthly_subscription: 9.99, subscription_enable: true };
const live: ModelPage = {
  ...{ ...rosa, isStream: true, pricing, avatar: "/a.webp" },
  pictures: { ...rosa.pictures, portrait: "/p.webp", portrait_small: "/s.webp", tall: "/t.webp" },
  stream: { ...rosa.stream, stream_status: "began" },
};

/** The page of a model who is live and sells a subscription, for a fan. */
function open(change: Partial<ModelPage>, language: "en" | "es" = "en") {
  const page = { ...live, ...change };
  const part = <ProfilePage page={page} now="2026-11-21T12:00:00Z" Tip={() => null} content={() => null} />;
  openPage(part, {}, { language, at: "/rosa" });
}

const offered = (name: RegExp) =>
  [...screen.queryAllByRole("link", { name }), ...screen.queryAllByRole("button", { name })].length;
const offers = [/^Watch live/, /^Private/, /^Send a tip/, /^Subscribe/, /^Message Rosa/];

test("R-OPEN-73: a fan whom the model has banned reads so on the model's page, and is offered nothing that is refused", () => {
  open({ banned: true });
  screen.getByText("Rosa banned you");
  screen.getByText(/^You can’t enter their room, message, tip or subscribe\./);
  expect(offers.map(offered)).toEqual([0, 0, 0, 0, 0]);
});

test("R-OPEN-73: the same in Spanish", () => {
  open({ banned: true }, "es");
  screen.getByText("Rosa te vetó");
});

test("R-OPEN-73: nobody else reads of it, and is offered all of it", () => {
  open({ banned: false });
  expect(screen.queryByText("Rosa banned you")).toBeNull();
  expect(offers.map(offered).every((count) => count > 0)).toBe(true);
});

test("R-OPEN-73: what a banned fan has subscribed to is still theirs to cancel", () => {
  const subscription = { expire_at: "2100-01-01T00:00:00.000Z", canceled_at: null, price_change: null };
  open({ banned: true, fanSubscribed: true, subscription: subscription as ModelPage["subscription"] });
  screen.getByRole("button", { name: "Subscribed" });
});
