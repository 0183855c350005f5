// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { cardOf } from "#testing/web/card.ts";
import { RoomCard } from "./RoomCard.tsx";

afterEach(closePage);

const hour = "2026-11-21T11:00:00Z";

/** The words of a card: its badge's, those under the name, and its link's name. */
function wordsOf(options: Parameters<typeof cardOf>[0]): { badge: string; seen: string; name: string } {
  const card = cardOf(options);
  const now = "2026-11-21T12:00:00Z";
  openPage(<RoomCard card={card} language="en" now={now} place={0} bells={false} onLike={() => {}} />, {});
  const words = (part: string) => document.querySelector(part)?.textContent ?? "";
  return {
    badge: words(".room-card-top"),
    seen: words(".room-card-topic"),
    name: screen.getByRole("link").querySelector(".sr-only")?.textContent ?? "",
  };
}

test("R-LIST-07: a card says of a model who is here without a stream that they are online, and nowhere that they are offline", () => {
  expect(wordsOf({ isOnline: true, lastConnection: hour })).toEqual({
    badge: "Online",
    seen: "",
    name: "Luna, 26, Colombia, Online",
  });
  closePage();
  expect(wordsOf({ lastConnection: hour })).toMatchObject({ badge: "Offline", seen: "Last seen 1 h ago" });
  closePage();
  expect(wordsOf({ isStream: true, status: "paused" })).toMatchObject({ badge: "Back soon" });
});
