// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Room } from "#contract/live.ts";
import { closePage, openPage } from "#testing/component/page.tsx";
import { cardOf } from "#testing/web/card.ts";
import { RoomOffers } from "./RoomOffers.tsx";

afterEach(closePage);

const room = {
  model: {
    ...cardOf({ isStream: true }),
    bio: { en: "Boleros by lamplight", es: "Boleros" },
    languages: ["es"],
  },
  tip_menu: [{ id: 1, title: { en: "A bolero", es: "Un bolero" }, price: 60 }],
  goal: { title: { en: "A song", es: "Una canción" }, reached: 0, target: 500 },
  top_tippers: [
    { id: 5, name: "ana", tokens: 1_200 },
    { id: 6, name: "bo", tokens: 30 },
  ],
  show: null,
} as unknown as Room;

/** The names of the sections, without the one of the page around them. */
const sections = (chosen = "*") =>
  screen
    .getAllByRole("region")
    .filter((one) => one.matches(chosen))
    .map((one) => one.getAttribute("aria-label"))
    .filter((name) => name !== "Notices");

test("R-LIVE-23: beside a room stand its menu, its goal, who tipped most and the model, in this order", () => {
  openPage(<RoomOffers room={room} onItem={() => {}} />, {});
  expect(sections()).toEqual(["Luna’s tip menu", "Goal:", "Top tippers tonight", "About Luna"]);
  const tippers = within(screen.getByRole("region", { name: "Top tippers tonight" }));
  expect(tippers.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "1ana1,200 tokens",
    "2bo30 tokens",
  ]);
});

test("a room that nobody has tipped by name says so in the fan’s language", () => {
  openPage(<RoomOffers room={{ ...room, top_tippers: [] }} onItem={null} />, {}, { language: "es" });
  const tippers = screen.getByRole("region", { name: "Quienes más dan esta noche" });
  within(tippers).getByText("Todavía nadie. Toma el primer lugar.");
});

test("in a show the goal and the names of the public room are out of reach, and nothing else has moved", () => {
  openPage(<RoomOffers room={{ ...room, show: {} as Room["show"] }} onItem={() => {}} />, {});
  expect(sections(":not([inert][aria-hidden=true])")).toEqual(["Luna’s tip menu", "About Luna"]);
  expect(sections()).toEqual(["Luna’s tip menu", "Goal:", "Top tippers tonight", "About Luna"]);
});
