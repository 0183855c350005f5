// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { OwnDecision, OwnDecisions, OwnRemoval } from "#contract/reports.ts";
import { closePage, inTurn, openPage } from "#testing/component/page.tsx";
import { decisionsQuery } from "#web/entities/report/decisions-query.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { DecisionsNotice } from "./StudioNotices.tsx";

afterEach(closePage);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const common = { number: "7K2M-9QPX", about: "video", because: "scam", reason: "Not as sold." } as const;
const removed = (days: number): OwnRemoval => ({ ...common, at: daysAgo(days), text: null, refunded: true });
const decided = (days: number): OwnDecision => ({
  ...common,
  ...{ at: daysAgo(days), outcome: "warned", appeal_until: daysAgo(days - 180), appeal: null, final: null },
});

/** Draws the notice; resolves once it knows what was decided. */
async function draw(decisions: OwnDecisions, language: "en" | "es" = "en") {
  openPage(<DecisionsNotice />, { "GET /api/decisions": decisions }, { language });
  await expect
    .poll(() => browserQueryClient().getQueryState(decisionsQuery.queryKey)?.status)
    .toBe("success");
}

test.each([
  [
    "en",
    "Decisions about your account",
    "Our team removed something you posted or made a decision about your account.",
    "See what and why",
  ],
  [
    "es",
    "Decisiones sobre tu cuenta",
    "Nuestro equipo eliminó algo que publicaste o tomó una decisión sobre tu cuenta.",
    "Ver qué y por qué",
  ],
] as const)(
  "the studio says for a week that staff removed something of the model's, with the way to the reasons (%s)",
  async (language, name, text, link) => {
    await draw({ data: [], removals: [removed(30), removed(6)] }, language);
    expect((await screen.findByRole("region", { name })).textContent).toContain(text);
    expect(screen.getByRole("link", { name: link }).getAttribute("href")).toBe("/model/settings#decisions");
  },
);

test("a decision is shown as a removal is", async () => {
  await draw({ data: [decided(1)], removals: [] });
  expect(await screen.findByRole("region", { name: "Decisions about your account" })).toBeTruthy();
});

test.each([
  ["nothing was removed or decided", { data: [], removals: [] }],
  ["it is more than a week ago", { data: [decided(8)], removals: [removed(8)] }],
])("the studio says nothing when %s", async (_, decisions) => {
  await draw(decisions);
  expect(screen.queryByRole("region", { name: "Decisions about your account" })).toBeNull();
});

test("the studio says when it could not be read what was decided, and reads it again at a press", async () => {
  const { user } = openPage(<DecisionsNotice />, {
    "GET /api/decisions": inTurn(
      { status: 503, body: { code: "busy", message: "" } },
      { status: 200, body: { data: [decided(1)], removals: [] } },
    ),
  });
  await screen.findByText("Your decisions didn’t load.");
  expect(screen.queryByRole("link")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("link", { name: "See what and why" })).toBeDefined();
});
