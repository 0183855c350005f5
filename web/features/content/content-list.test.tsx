// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Answers, closePage, openPage } from "#testing/component/page.tsx";
import { videoOf } from "#web/entities/content/testing/item.ts";
import { ContentList } from "./ContentList.tsx";

const LIST = "/api/videos-all";
const HOUR_MS = 3_600_000;

afterEach(closePage);

const pageOf = (title: string, published_at: Date) => ({
  data: [videoOf({ title, published_at: published_at.toISOString() })],
  links: { next: null },
  meta: { current_page: 1, last_page: 1 },
});

/** The videos as a document shows them that was drawn so long ago. */
function openList(agoMs: number, answers: Answers) {
  const drawnAt = new Date(Date.now() - agoMs);
  const first = { page: pageOf("As it was", new Date(drawnAt.getTime() - 2 * HOUR_MS)), gender: 1 };
  const list = <ContentList kind="video" first={first} now={drawnAt.toISOString()} />;
  const page = openPage(list, answers, { signedIn: false });
  return { listCalls: () => page.calls.filter((path) => path.startsWith(LIST)) };
}

test("R-UI-15: a list that was kept from another day is read again as it is shown, and its times are reckoned from then", async () => {
  const page = openList(24 * HOUR_MS, {
    [`GET ${LIST}`]: pageOf("As it is", new Date(Date.now() - 3 * HOUR_MS)),
  });
  expect(screen.getByText(/Clara · 2 h/)).toBeDefined();
  await screen.findByText("As it is");
  expect(screen.queryByText("As it was")).toBeNull();
  expect(screen.getByText(/Clara · 3 h/)).toBeDefined();
  expect(page.listCalls()).toHaveLength(1);
});

test("R-UI-15: a list that cannot be read again stays, says from when it is, and tries once more at a press", async () => {
  const page = openList(24 * HOUR_MS, {});
  await screen.findByText(/^This list is from \w+ \d+, \d{4}, .+ It could not be updated\.$/);
  expect(screen.getByText("As it was")).toBeDefined();
  screen.getByRole("button", { name: "Retry" }).click();
  await expect.poll(page.listCalls).toHaveLength(2);
});

test("a list that was drawn just now is not read again", async () => {
  const page = openList(1_000, {});
  // The page asks for something after its list, were it to ask for that.
  await expect.poll(() => screen.getByText("As it was")).toBeDefined();
  expect(page.listCalls()).toEqual([]);
});
