// @vitest-environment happy-dom
import { useInfiniteQuery } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { StudioItem } from "#contract/studio-content.ts";
import { closePage, inTurn, openPage } from "#testing/component/page.tsx";
import { studioItemsQuery } from "./studio-items-query.ts";
import { StudioItemRow } from "./StudioItemRow.tsx";

afterEach(closePage);

const item = {
  ...{ id: 5, kind: "video", type: "video", title: "Hills", body: "", price: 40, sold: 0, earned: 0 },
  ...{ state: "listed", visible: true, for_subscribers: false, start: null, end: null, thumb: null },
} as unknown as StudioItem;
const listed = (items: StudioItem[]) => ({
  status: 200,
  body: { data: items, links: { next: null }, meta: { current_page: 1, last_page: 1 } },
});
const gone = { status: 404, body: { code: "not_found", message: "This is not there." } };
const read = "GET /api/studio/content";
const remove = "DELETE /api/studio/content/{id}";
const change = "POST /api/studio/content/{id}";

function Items() {
  const items = useInfiniteQuery(studioItemsQuery("video"));
  return items.data?.pages.flatMap(({ data }) =>
    data.map((one) => <StudioItemRow key={one.id} item={one} />),
  );
}

test("an item whose deletion was carried out without an answer is deleted at the next try, and no longer listed", async () => {
  const page = openPage(<Items />, {
    [read]: inTurn(listed([item]), listed([])),
    [remove]: inTurn({ status: 0 }, gone),
  });
  await page.user.click(await screen.findByRole("button", { name: "Delete: Hills" }));
  const dialog = within(await screen.findByRole("dialog"));
  await page.user.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(page.toasts()).toHaveLength(1));
  await page.user.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(page.toasts().at(-1)).toBe("Deleted"));
  await waitFor(() => expect(screen.queryByText("Hills")).toBeNull());
  expect(page.callsOf(remove)).toHaveLength(2);
});

test("an item that is gone when it is to be changed leaves the list", async () => {
  const page = openPage(<Items />, { [read]: inTurn(listed([item]), listed([])), [change]: () => gone });
  await page.user.click(await screen.findByRole("button", { name: /^(Hide|Show)\b.*: Hills$/ }));
  await waitFor(() => expect(screen.queryByText("Hills")).toBeNull());
  expect(page.toasts()).toEqual(["This is not there."]);
});
