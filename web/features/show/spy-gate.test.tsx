// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import {
  type Answers,
  closePage,
  fanProfile,
  inTurn,
  openPage,
  type PageOptions,
} from "#testing/component/page.tsx";
import { cardOf } from "#testing/web/card.ts";
import { showOf } from "#testing/web/show.ts";
import type { InShowEntry } from "#web/entities/room/room-entry.ts";
import { SpyGate } from "./SpyGate.tsx";

afterEach(closePage);

const spy = "POST /api/fan/spy";
const entry = {
  kind: "in_show",
  slug: "luna",
  model: { ...cardOf({ isStream: true }), id: 2, login: "luna" },
  mode: "private",
  spy: { rate: 12, free_seconds: 10 },
  from: { epoch: "e", sequence: 0 },
} as unknown as InShowEntry;
const look = { name: "Free look: 10 s" };

function open(answers: Answers, options?: PageOptions) {
  const onChanged = vi.fn();
  const page = openPage(
    <SpyGate entry={entry} container={null} onChanged={onChanged} />,
    {
      "GET /api/fan/profile": fanProfile({ balance: 200 }),
      "GET /api/fan/show": { show: null },
      "GET /api/fan/show-requests": { data: [] },
      ...answers,
    },
    options,
  );
  return { page, onChanged };
}

test("R-OPEN-66: the free look asks for free seconds and for nothing that costs", async () => {
  const show = showOf({ role: "spy", free_seconds: 10, cap: { tokens: 1, seconds: 10 }, spent: 0 });
  const { page, onChanged } = open({ [spy]: () => ({ status: 201, body: { show } }) });
  await page.user.click(await screen.findByRole("button", look));
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(page.callsOf(spy).map(({ body }) => body)).toEqual([
    { model_id: 2, rate: 12, cap_seconds: 10, cap_tokens: 1, free_only: true },
  ]);
});

test("R-OPEN-66: a free look that another device has had is said so, with the price before anything is charged", async () => {
  const message = "You already had today’s free look here. Nothing was charged.";
  const { page, onChanged } = open({
    [spy]: () => ({ status: 409, body: { code: "free_look_over", message } }),
  });
  await page.user.click(await screen.findByRole("button", look));
  expect((await screen.findByRole("alert")).textContent).toContain(message);
  expect(screen.getByRole("button", { name: "Start spying" })).toBeTruthy();
  expect(onChanged, "the room is read again, which has no free seconds").toHaveBeenCalledOnce();
  expect(page.callsOf(spy)).toHaveLength(1);
});

test("R-OPEN-66: a free look without an answer is asked for again as it was, and begins nothing that costs", async () => {
  const show = showOf({ role: "spy", free_seconds: 10, cap: { tokens: 1, seconds: 10 }, spent: 0 });
  const { page, onChanged } = open({ [spy]: inTurn({ status: 0 }, { status: 201, body: { show } }) });
  await page.user.click(await screen.findByRole("button", look));
  const sheet = within(await screen.findByRole("dialog"));
  expect(sheet.getByRole("button", { name: /10 min/ }).closest("fieldset")).toHaveProperty("disabled", true);
  await page.user.click(sheet.getByRole("button", { name: "Check again" }));
  await waitFor(() => expect(page.callsOf(spy)).toHaveLength(2));
  const [first, second] = page
    .callsOf(spy)
    .map(({ body, headers }) => [body, headers.get("idempotency-key")]);
  expect(second).toEqual(first);
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(2));
});

test("who could not see the show is not offered to spy on it, and reads why", async () => {
  open({}, { webrtc: false });
  expect((await screen.findByRole("status")).textContent).toMatch(
    /^This browser can’t play live video.*paid shows/,
  );
  expect(screen.queryAllByRole("button")).toEqual([]);
});

test.each([
  ["en", "No one sees who you are, and you can’t chat.", "First 10 seconds free"],
  ["es", "Nadie ve quién eres y no puedes escribir.", "Primeros 10 segundos gratis"],
] as const)(
  "R-OPEN-66: before a spy agrees they read that nobody sees who they are, and what is free (%s)",
  async (language, unseen, free) => {
    const { page } = open({}, { language });
    await page.user.click(await screen.findByRole("button", { name: /12 tokens/ }));
    const sheet = within(await screen.findByRole("dialog"));
    expect(sheet.getByText(unseen)).toBeTruthy();
    expect(sheet.getByText(free)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/that you are here|que estás aquí|nadie te ve/i);
  },
);

test("R-OPEN-66, R-OPEN-69: every price of a limit by time leaves the free seconds out", async () => {
  const { page } = open({});
  await page.user.click(await screen.findByRole("button", { name: /12 tokens/ }));
  const sheet = within(await screen.findByRole("dialog"));
  // 290 seconds at 12 a minute; nothing is known of what a token is worth.
  expect(sheet.getByRole("button", { name: /^5 min/ }).textContent).toContain("58 tk");
  await page.user.click(sheet.getByRole("button", { name: /^5 min/ }));
  await page.user.click(sheet.getByRole("button", { name: "Other" }));
  await page.user.click(sheet.getByRole("radio", { name: "Tokens" }));
  await page.user.click(sheet.getByRole("radio", { name: "Minutes" }));
  expect(
    sheet.getByRole<HTMLInputElement>("textbox", { name: "Minutes at most" }).value,
    "the same time again",
  ).toBe("5");
});
