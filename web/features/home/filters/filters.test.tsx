// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Call, closePage, fanProfile, openPage, type Reply } from "#testing/component/page.tsx";
import { cardOf } from "#testing/web/card.ts";
import { noFilters } from "#web/entities/room/list-filters.ts";
import { listSearch } from "#web/lib/page/list-search.ts";
import { m } from "#web/paraglide/messages.js";
import { RankingList } from "../RankingList.tsx";
import { RoomList } from "../RoomList.tsx";
import { SaveSearch } from "./SaveSearch.tsx";

afterEach(() => {
  act(() => listSearch.leave());
  closePage();
});

const live_from = { public: { epoch: "e", sequence: 0 }, presence: { epoch: "e", sequence: 0 } };
/** Models whom no country but Colombia leaves. */
function rooms({ query }: Call): Reply {
  const ids = ["", "CO"].includes(query.get("country") ?? "") ? [1, 2] : [];
  return {
    status: 200,
    body: {
      data: ids.map((id) => cardOf({ id })),
      links: { next: null },
      meta: { current_page: 1, last_page: 1 },
      neighbours: [],
      live_count: 2,
      live_from,
    },
  };
}
const answers = {
  "GET /api/video-chat-rooms": rooms,
  "GET /api/trending-rooms": rooms,
  "GET /api/room-countries": { data: ["FR", "CO"] },
};
const chips = async () =>
  within((await screen.findAllByRole("list", { name: "Active filters" }))[0] as HTMLElement)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));

test("R-LIST-01: filters are chosen in a sheet, stand in the address in one way, and are asked of the server", async () => {
  const page = openPage(<RoomList />, answers, { signedIn: false, at: "/?gender=2&search=" });
  await page.user.click(screen.getByRole("link", { name: "Filters" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Filters" }));
  await page.user.click(sheet.getByRole("checkbox", { name: "Calm" }));
  await page.user.click(sheet.getByRole("checkbox", { name: "Music" }));
  await page.user.click(sheet.getByRole("checkbox", { name: "Spanish" }));
  await sheet.findByRole("option", { name: "Colombia" });
  await page.user.selectOptions(sheet.getByRole("combobox", { name: "Country" }), "CO");
  await page.user.type(sheet.getByRole("spinbutton", { name: "Age from" }), "40");
  await page.user.type(sheet.getByRole("spinbutton", { name: "Age to" }), "30");
  await page.user.type(sheet.getByRole("spinbutton", { name: "Price to (tokens)" }), "60");
  await page.user.click(sheet.getByRole("checkbox", { name: "Only new models" }));
  await page.user.click(sheet.getByRole("radio", { name: "Lowest price" }));
  await page.user.click(sheet.getByRole("button", { name: "Show rooms" }));
  expect(page.path()).toBe(
    "/?gender=2&tag=music&tag=calm&language=es&country=CO&age_min=30&age_max=40&rate_max=60&new=1&sort=cheapest",
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const asked = () => page.callsOf("GET /api/video-chat-rooms").at(-1)?.query;
  await waitFor(() => expect(asked()?.get("tags")).not.toBeNull());
  expect(Object.fromEntries(asked() ?? [])).toEqual({
    gender: "2",
    page: "1",
    tags: "music,calm",
    languages: "es",
    country: "CO",
    age_min: "30",
    age_max: "40",
    rate_max: "60",
    new: "1",
    sort: "cheapest",
  });
});

test("R-LIST-01: each filter that is on is a link to the list without it, and one takes them all away", async () => {
  const page = openPage(<RoomList />, answers, {
    signedIn: false,
    at: "/?tag=music&country=CO&age_min=30&page=2",
  });
  expect(await chips()).toEqual([
    "/?country=CO&age_min=30",
    "/?tag=music&age_min=30",
    "/?tag=music&country=CO",
  ]);
  await page.user.click(screen.getByRole("link", { name: "Remove filter: Colombia" }));
  expect(page.path()).toBe("/?tag=music&age_min=30");
  await page.user.click(screen.getByRole("link", { name: "Clear all" }));
  expect(page.path()).toBe("/");
  expect(screen.queryByRole("list", { name: "Active filters" })).toBeNull();
});

test("filters that leave nobody say so and offer what to take away, in both languages", async () => {
  const page = openPage(<RoomList />, answers, { signedIn: false, at: "/?country=FR&tag=chess" });
  const heading = await screen.findByRole("heading", { name: "No matches for these filters" });
  const notice = within(heading.parentElement as HTMLElement);
  await page.user.click(notice.getByRole("link", { name: "Remove filter: France" }));
  expect(page.path()).toBe("/?tag=chess");
  await screen.findAllByRole("link", { name: /Luna/ });
  page.close();
  openPage(<RoomList />, answers, { signedIn: false, at: "/?country=FR&tag=chess", language: "es" });
  await screen.findByRole("heading", { name: "Nadie cumple estos filtros" });
  expect(screen.getAllByRole("link", { name: "Quitar el filtro: Ajedrez" })).not.toEqual([]);
});

test("R-LIST-02: the ranking is narrowed in its own order", async () => {
  const page = openPage(<RankingList />, answers, { signedIn: false, at: "/trending?tag=calm&sort=newest" });
  expect(await chips()).toEqual(["/trending"]);
  await screen.findAllByRole("link", { name: /Luna/ });
  const [asked] = page.callsOf("GET /api/trending-rooms");
  expect([asked?.query.get("tags"), asked?.query.get("sort")]).toEqual(["calm", null]);
  await page.user.click(screen.getByRole("link", { name: "Filters" }));
  await screen.findByRole("checkbox", { name: "Calm", checked: true });
  expect(screen.queryByRole("radio", { name: "Newest" })).toBeNull();
});

test("without JavaScript the form stands in the page, and keeps gender and search", async () => {
  openPage(<RoomList />, answers, { signedIn: false, at: "/?gender=3&search=lu&tag=calm&filters=open" });
  const form = (await screen.findByRole("form", { name: "Filters" })) as HTMLFormElement;
  expect([form.getAttribute("action"), form.method]).toEqual(["/", "get"]);
  const sent = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  expect([...sent].filter(([, value]) => value !== "")).toEqual([
    ["gender", "3"],
    ["search", "lu"],
    ["tag", "calm"],
    ["sort", "watched"],
  ]);
});

test("R-LIST-01: a fan keeps what a list shows, and sees that it is kept; guests and whole lists are offered nothing", async () => {
  let kept: object[] = [];
  const saved = { id: 1, search: "", languages: [], hair: [], country: "", age_min: null, age_max: null };
  const more = {
    rate_min: null,
    rate_max: null,
    new: false,
    name: "",
    alerts: true,
    saved_at: "2026-11-23T10:00:00Z",
    notified_at: null,
  };
  const page = openPage(
    <RoomList />,
    {
      ...answers,
      "GET /api/fan/profile": fanProfile(),
      "GET /api/fan/saved-searches": () => ({ status: 200, body: { data: kept } }),
      "POST /api/fan/saved-searches": () => {
        kept = [{ ...saved, ...more, gender: 2, tags: ["calm", "music"] }];
        return { status: 200, body: kept[0] };
      },
    },
    { at: "/?gender=2&tag=calm&tag=music&sort=cheapest" },
  );
  await page.user.click(await screen.findByRole("button", { name: "Save this search" }));
  expect(page.callsOf("POST /api/fan/saved-searches")[0]?.body).toEqual({
    gender: "2",
    search: "",
    tags: "music,calm",
  });
  const link = await screen.findByRole("link", { name: "Saved search" });
  expect(link.getAttribute("href")).toBe("/settings#searches");
  page.close();
  openPage(<RoomList />, answers, { signedIn: false, at: "/?gender=2&tag=calm" });
  await chips();
  expect(screen.queryByRole("button", { name: "Save this search" })).toBeNull();
});

test("a search that no answer says to be kept is said not to be, in the fan's own language", async () => {
  const list = { gender: 1, search: "jazz", filters: noFilters };
  const page = openPage(
    <SaveSearch list={list} />,
    { "GET /api/fan/saved-searches": { data: [] }, "POST /api/fan/saved-searches": () => ({ status: 0 }) },
    { language: "es" },
  );
  await page.user.click(await screen.findByRole("button"));
  await waitFor(() => expect(page.toasts()).toEqual([m.common_no_answer()]));
});
