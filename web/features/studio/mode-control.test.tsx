// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Studio } from "#contract/studio.ts";
import { type Answers, closePage, openPage } from "#testing/component/page.tsx";
import { ModeControl } from "./ModeControl.tsx";
import { StudioSessionProvider } from "./session/studio-session.tsx";

afterEach(closePage);

const none = { meta: { current_page: 1, last_page: 1 }, links: { next: null } };
const rates = { private: 60, vip: 90, spy: 20, minimum: 0, spies_allowed: true, two_way_allowed: false };
const fans = [
  { id: 7, name: "jo", tokens: 40 },
  { id: 8, name: "mia", tokens: 0 },
];
const show = { id: 4, fan_name: "jo", mode: "vip" };
const studioOf = (status: string) => ({ stream: { status } }) as Studio;

const open = (answers: Answers, status = "started") =>
  openPage(
    <StudioSessionProvider>
      <ModeControl studio={studioOf(status)} />
    </StudioSessionProvider>,
    {
      "GET /api/studio/show-requests": { data: [], ...none },
      "GET /api/studio": () => ({ status: 503, body: { code: "busy", message: "" } }),
      "GET /api/studio/shows": { show: null, promos: [] },
      "GET /api/studio/rates": rates,
      "GET /api/studio/fans": { data: fans, ...none } as never,
      ...answers,
    },
  );
const control = (name: string) => screen.findByRole<HTMLButtonElement>("button", { name });

test("R-LIVE-31: from public a model invites one of the fans in their room to a show of their choice", async () => {
  const page = open({
    "POST /api/studio/invitations": () => ({
      status: 201,
      body: { id: 5, expires_at: new Date(Date.now() + 30_000).toISOString() },
    }),
  });
  await page.user.click(await control("Public"));
  const dialog = within(screen.getByRole("dialog"));
  const invite = dialog.getByRole<HTMLButtonElement>("button", { name: "Invite" });
  expect(invite.disabled, "nobody is chosen").toBe(true);
  await page.user.click(await dialog.findByRole("radio", { name: /^VIP/ }));
  await page.user.click(await dialog.findByRole("radio", { name: /^mia/ }));
  await page.user.click(invite);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(page.callsOf("POST /api/studio/invitations").map(({ body }) => body)).toEqual([
    { fan_id: 8, mode: "vip" },
  ]);
});

test("R-LIVE-26: in a show the control says which, and leads back to public", async () => {
  const page = open({
    "GET /api/studio/shows": { show, promos: [] } as never,
    "POST /api/studio/end-show": { show: null, promos: [] } as never,
  });
  await page.user.click(await control("VIP"));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText("The show with jo ends and everyone can watch again.")).toBeDefined();
  await page.user.click(dialog.getByRole("button", { name: "Back to public" }));
  await control("Public");
  expect(page.callsOf("POST /api/studio/end-show")).toHaveLength(1);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("R-LIVE-25: a room that is off the air has no mode to change", async () => {
  open({}, "stopped");
  expect((await control("Public")).disabled).toBe(true);
});
