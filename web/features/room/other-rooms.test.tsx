// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { cardOf } from "#testing/web/card.ts";
import { roomsQuery } from "#web/entities/room/rooms-query.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { RoomSidebar } from "./RoomSidebar.tsx";
import { useNeighbours } from "./use-neighbours.ts";

afterEach(closePage);

const live = (id: number) => cardOf({ id, isStream: true });
const page = (current_page: number, ...ids: number[]) => ({
  data: ids.map(live),
  links: { next: null },
  meta: { current_page, last_page: 2 },
  live_count: 4,
  live_from: { public: { epoch: "e", sequence: 0 }, presence: { epoch: "e", sequence: 0 } },
});

/** The fan's favourites: of another gender, off air, or the room that they are in. */
const followed = (...cards: ReturnType<typeof cardOf>[]) => ({ ...page(1), data: cards });

function Beside({ slug }: { slug: string }) {
  const { previous, next } = useNeighbours(slug, 1);
  return (
    <>
      <RoomSidebar slug={slug} gender={1} />
      <p>{`${previous?.login} · ${next?.login}`}</p>
    </>
  );
}

/** The page beside the room of the first of four models, of whom the third stands on both pages of the list. */
function open(blocked_models: number[]) {
  browserQueryClient().setQueryData(roomsQuery(1, "").queryKey, {
    pages: [page(1, 1, 2, 3), page(2, 3, 4)],
    pageParams: [{ page: 1 }, { page: 2 }],
  } as never);
  return openPage(<Beside slug="luna1" />, {
    "GET /api/fan/profile": fanProfile({ blocked_models }),
    "GET /api/fan/favorite-models": followed(),
  });
}

const rail = async () => {
  const links = await within(screen.getByRole("navigation", { name: "More live rooms" })).findAllByRole(
    "link",
  );
  return links.map((link) => link.getAttribute("href"));
};

test("R-LIVE-23: a model whom the fan has blocked is neither beside a room nor before or after it", async () => {
  open([2, 4]);
  await screen.findByText("luna3 · luna3");
  expect(await rail()).toEqual(["/stream/luna3"]);
});

test("R-LIVE-23: who is blocked on another page leaves the rooms beside this one at once", async () => {
  open([]);
  await screen.findByText("luna4 · luna2");
  await waitFor(() => expect(browserQueryClient().getQueryData(profileQuery.queryKey)).toBeTruthy());
  act(
    () => void browserQueryClient().setQueryData(profileQuery.queryKey, fanProfile({ blocked_models: [2] })),
  );
  await screen.findByText("luna4 · luna3");
});

test("R-LIVE-23: a model who stands on two pages of the list comes once", async () => {
  open([]);
  await screen.findByText("luna4 · luna2");
  expect(await rail()).toEqual(["/stream/luna2", "/stream/luna3", "/stream/luna4"]);
});

test("a room that is not open to all says its mode in the place of its watchers, and in its name", async () => {
  const cards = [
    live(2),
    cardOf({ id: 3, isStream: true, type: "private" }),
    cardOf({ id: 4, isStream: true, type: "vip" }),
  ];
  browserQueryClient().setQueryData(roomsQuery(1, "").queryKey, {
    pages: [{ ...page(1), data: cards.map((card) => ({ ...card, watchers: 9 - card.id })) }],
    pageParams: [{ page: 1 }],
  } as never);
  openPage(<RoomSidebar slug="luna1" gender={1} />, {
    "GET /api/fan/profile": fanProfile(),
    "GET /api/fan/favorite-models": followed(),
  });
  const links = await screen.findAllByRole("link", { name: /^Luna/ });
  const named = [/7 watching$/, /Private$/, /VIP$/].map((name) => screen.getByRole("link", { name }));
  expect(named).toEqual(links);
  expect(links.map((link) => link.textContent?.includes("watching"))).toEqual([true, false, false]);
});

test("the rooms that the fan follows come first, of every gender, once each and only while they are live", async () => {
  browserQueryClient().setQueryData(roomsQuery(1, "").queryKey, {
    pages: [page(1, 2, 3)],
    pageParams: [{ page: 1 }],
  } as never);
  openPage(<RoomSidebar slug="luna1" gender={1} />, {
    "GET /api/fan/profile": fanProfile(),
    "GET /api/fan/favorite-models": followed(live(1), live(3), cardOf({ id: 8 }), {
      ...live(9),
      gender_id: 2,
    }),
  });
  expect(await rail()).toEqual(["/stream/luna3", "/stream/luna9", "/stream/luna2"]);
});

test("favourites that cannot be read leave the other rooms where they are", async () => {
  browserQueryClient().setQueryData(roomsQuery(1, "").queryKey, {
    pages: [page(1, 2)],
    pageParams: [{ page: 1 }],
  } as never);
  openPage(<RoomSidebar slug="luna1" gender={1} />, {
    "GET /api/fan/profile": fanProfile(),
    "GET /api/fan/favorite-models": () => ({ status: 403, body: { code: "forbidden", message: "No" } }),
  });
  expect(await rail()).toEqual(["/stream/luna2"]);
});
