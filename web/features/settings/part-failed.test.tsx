// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, expect, test } from "vitest";
import type { AppEndpoint } from "#contract/contract.ts";
import { closePage, fanProfile, inTurn, openPage } from "#testing/component/page.tsx";
import { BlockedSection } from "./BlockedSection.tsx";
import { DecisionsSection } from "./DecisionsSection.tsx";
import { NotificationsSection } from "./notifications/NotificationsSection.tsx";
import { ReportsSection } from "./ReportsSection.tsx";
import { SearchesSection } from "./searches/SearchesSection.tsx";
import { SpendingSection } from "./spending/SpendingSection.tsx";
import { WatchedSection } from "./WatchedSection.tsx";

afterEach(closePage);

const failed = { status: 503, body: { code: "busy", message: "" } };
const none = { meta: { current_page: 1, last_page: 1 }, links: { next: null } };
const settings = { off: [], quiet: null, time_zone: "UTC", digest: false, discreet: false, muted_models: [] };
const limits = {
  ...{ day: null, week: null, month: null, pending: null, paused_until: null },
  spent: { day: 60, week: 1_240, month: 1_240 },
};
const position = { epoch: "e", sequence: 0 };
const watched = {
  ...{ data: [], ...none, live_count: 0, kept: true },
  live_from: { public: position, presence: position },
};
const decision = {
  ...({ number: "7K2M-9QPX", about: "video", because: "scam", reason: "Not as sold." } as const),
  ...{ at: "2026-11-02T10:00:00.000Z", outcome: "warned", appeal_until: "2027-05-01T10:00:00.000Z" },
  ...{ appeal: null, final: null },
};
const report = {
  ...{ number: "7K2M-9QPX", about: "video", reason: "scam", name: "Luna", state: "closed", answers: [] },
  ...{ created_at: "2026-11-02T10:00:00.000Z", due_at: "2026-11-03T10:00:00.000Z" },
};

type Case = [section: string, Part: ComponentType, endpoint: AppEndpoint, body: unknown, shown: RegExp];
const cases: Case[] = [
  [
    "Decisions about your account",
    DecisionsSection,
    "GET /api/decisions",
    { data: [decision], removals: [] },
    /^Not as/,
  ],
  ["Your reports", ReportsSection, "GET /api/reports", { data: [report], ...none }, /Luna/],
  ["Blocked models", BlockedSection, "GET /api/fan/blocked-models", { data: [] }, /^No one\. You can block/],
  ["Recently watched", WatchedSection, "GET /api/fan/watched-models", watched, /^Keep a list/],
  ["Notifications", NotificationsSection, "GET /api/fan/notification-settings", settings, /^One daily email/],
  ["Spending limits", SpendingSection, "GET /api/fan/limits", limits, /^Take a break$/],
  ["Saved searches", SearchesSection, "GET /api/fan/saved-searches", { data: [] }, /^None yet/],
];

test.each(cases)(
  "the section %s says that it could not be read, and reads again at a press",
  async (section, Part, endpoint, body, shown) => {
    const { user } = openPage(<Part />, {
      "GET /api/fan/profile": fanProfile(),
      [endpoint]: inTurn(failed, { status: 200, body }),
    });
    const alert = await screen.findByRole("alert");
    expect(within(screen.getByRole("region", { name: section })).getByRole("alert")).toBe(alert);
    expect(screen.queryByText(shown)).toBeNull();
    await user.click(within(alert).getByRole("button", { name: "Retry" }));
    await screen.findByText(shown);
    expect(screen.queryByRole("alert")).toBeNull();
  },
);
