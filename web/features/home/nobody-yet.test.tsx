// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Call, closePage, openPage, type Reply } from "#testing/component/page.tsx";
import { cardOf } from "#testing/web/card.ts";
import { gendersQuery } from "#web/entities/room/gender.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { RoomList } from "./RoomList.tsx";

afterEach(closePage);

const rooms = ({ query }: Call): Reply => ({
  status: 200,
  body: {
    data: query.get("gender") === "2" ? [] : [cardOf({ isStream: true })],
    links: { next: null },
    meta: { current_page: 1, last_page: 1 },
    neighbours: [],
    live_count: 0,
    live_from: { public: { epoch: "e", sequence: 0 }, presence: { epoch: "e", sequence: 0 } },
  },
});

test.each([
  ["en", "See Women"],
  ["es", "Ver Mujeres"],
] as const)(
  "R-LIST-16: a home without anybody of the chosen gender leads to those of another one, whom the visit goes on with (%s)",
  async (language, action) => {
    browserQueryClient().setQueryData(gendersQuery.queryKey, [
      { id: 1, name_en: "Women", name_es: "Mujeres" },
      { id: 2, name_en: "Men", name_es: "Hombres" },
    ]);
    const page = openPage(
      <RoomList />,
      { "GET /api/video-chat-rooms": rooms },
      { signedIn: false, language, at: "/?gender=2" },
    );
    await page.user.click(await screen.findByRole("button", { name: action }));
    await screen.findByRole("listitem");
    expect(document.cookie).toContain("gender=1");
    expect(page.path()).not.toContain("gender=2");
  },
);
