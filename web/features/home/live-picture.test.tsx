// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Call, closePage, openPage } from "#testing/component/page.tsx";
import { cardOf } from "#testing/web/card.ts";
import { useFreshPictures } from "#web/entities/room/live-picture/fresh-pictures.ts";
import { RoomList } from "./RoomList.tsx";

afterEach(closePage);

const position = { epoch: "e", sequence: 0 };
const withPicture = (id: number, live: string) => {
  const card = cardOf({ id, isStream: id !== 3, type: id === 2 ? "private" : "public" });
  return { ...card, pictures: { ...card.pictures, live } };
};
const listOf = (...cards: ReturnType<typeof withPicture>[]) => ({
  data: cards,
  links: { next: null },
  meta: { current_page: 1, last_page: 1 },
  neighbours: [],
  live_count: 2,
  live_from: { public: position, presence: position },
});
const pictures = () =>
  [...document.querySelectorAll<HTMLImageElement>(".room-card-pic img")].map((img) =>
    img.getAttribute("src"),
  );

/** The list with what renews its cards, far more often than once a minute. */
function Rooms() {
  useFreshPictures(20);
  return <RoomList />;
}

test("R-LIST-07: cards of public rooms show what goes on there, renewed while the page is open", async () => {
  let shown: { model_id: number; picture: string }[] = [{ model_id: 1, picture: "/files/live/later.webp" }];
  const page = openPage(
    <Rooms />,
    {
      "GET /api/video-chat-rooms": listOf(
        withPicture(1, "/files/live/first.webp"),
        withPicture(2, "/files/live/before-the-show.webp"),
        withPicture(3, ""),
      ),
      "GET /api/live-pictures": (_call: Call) => ({ status: 200, body: { data: shown } }),
    },
    { signedIn: false },
  );
  await screen.findAllByRole("link", { name: /Luna/ });
  await waitFor(() => expect(pictures()).toEqual(["/files/live/later.webp", "/p.webp", "/p.webp"]));
  expect(page.callsOf("GET /api/live-pictures")[0]?.query.get("ids")).toBe("1");
  shown = [];
  await waitFor(() => expect(pictures()[0], "none any more").toBe("/p.webp"));
});

test("R-LIST-07: a picture that is gone leaves the portrait in its place", async () => {
  openPage(
    <RoomList />,
    { "GET /api/video-chat-rooms": listOf(withPicture(1, "/files/live/gone.webp")) },
    { signedIn: false },
  );
  await waitFor(() => expect(pictures()).toEqual(["/files/live/gone.webp"]));
  act(() => void fireEvent.error(document.querySelector(".room-card-pic img") as HTMLElement));
  expect(pictures()).toEqual(["/p.webp"]);
});
