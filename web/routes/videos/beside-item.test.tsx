// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { ModelPage } from "#contract/catalog.ts";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { videoOf } from "#testing/web/item.ts";
import { rosa } from "#testing/web/rosa.ts";
import { ModelActions, MoreOfModel } from "./BesideItem.tsx";

afterEach(closePage);

const clara: ModelPage = {
  ...rosa,
  id: 9,
  login: "clara",
  artisticName: "Clara",
  pricing: { price_monthly_subscription: 9.99, freeTokens: 0, subscription_enable: true, bundles: [] },
};
const { fanSubscribed, subscription, pricing } = clara;
const openBeside = (page: ModelPage) =>
  openPage(<ModelActions item={videoOf()} />, {
    "GET /api/fan/profile": fanProfile(),
    "GET /api/model-profile/{loginOrId}": page,
    "GET /api/fan/subscription-state/{model_id}": { fanSubscribed, subscription, pricing },
  });

test("beside a video stand a tip and the subscription of its model, and the way to their room while they are live", async () => {
  openBeside({ ...clara, isStream: true });
  await screen.findByRole("button", { name: "Subscribe · $9.99 / 30 days" });
  screen.getByRole("button", { name: "Send a tip" });
  expect(screen.getByRole("link", { name: "Watch live" }).getAttribute("href")).toBe("/stream/clara");
});

test("beside a video of a model whom the fan has blocked stands nothing to do with them", async () => {
  const page = openBeside({ ...clara, blocked: true, isStream: true });
  await waitFor(() => expect(page.callsOf("GET /api/model-profile/{loginOrId}")).toHaveLength(1));
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
});

test("below a video stand five others of its model at most, never itself", async () => {
  const videos = [5, 6, 7, 8, 9, 10, 11].map((id) => videoOf({ id, title: `Film ${id}` }));
  openPage(<MoreOfModel kind="video" item={videoOf()} />, {
    "GET /api/fan/profile": fanProfile(),
    "GET /api/model-profile-attachments/{slug}": {
      data: videos,
      links: { next: null },
      meta: { current_page: 1, last_page: 1 },
    } as never,
  });
  await screen.findByRole("heading", { name: /Clara/ });
  expect(screen.getAllByRole("listitem")).toHaveLength(5);
  expect(screen.queryByText("Film 5")).toBeNull();
});
