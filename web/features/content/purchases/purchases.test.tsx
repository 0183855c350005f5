import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { PurchasedChatMedia } from "#contract/messaging.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { TabLinks } from "#web/ui/TabLinks.tsx";
import { ChatContentTile } from "./ChatContentTile.tsx";
import { partOf, purchaseParts, purchaseTabs } from "./purchase-tabs.ts";

afterEach(() => overwriteGetLocale(() => "en"));

const media: PurchasedChatMedia = {
  id: 3,
  chat_id: 5,
  message_id: 8,
  title: "Left hand, slowly",
  type: "video",
  media: { id: 3, type: "video", thumb: "/t.webp", is_processing: false } as PurchasedChatMedia["media"],
  thumb: "/t.webp",
  watchUrl: "/f.mp4",
  payed: true,
  purchase_status: "paid",
  price: 30,
  duration: 12.4,
  added_at: "2026-11-21T12:00:00.000Z",
  model: { id: 9, login: "clara", avatar: "/a.webp", name: "Clara" },
};

const draw = (item: PurchasedChatMedia) =>
  renderToStaticMarkup(<ChatContentTile item={item} now="2026-11-21T14:00:00.000Z" onOpen={() => {}} />);

test("R-OPEN-86: what a fan has bought stands in three parts, each with its address and its own search", () => {
  expect(purchaseParts.map((part) => [purchaseTabs[part].name(), purchaseTabs[part].to])).toEqual([
    ["Videos", "/my-videos"],
    ["Posts", "/my-videos?tab=posts"],
    ["Chat content", "/my-videos?tab=chat"],
  ]);
  for (const part of purchaseParts)
    expect(partOf(new URL(purchaseTabs[part].to, "http://x").search)).toBe(part);
  expect(partOf("?tab=other")).toBe("video");
  expect(new Set(purchaseParts.map((part) => purchaseTabs[part].search())).size).toBe(3);
});

test("R-OPEN-86: the part on show is the one tab that the Tab key reaches", () => {
  const tabs = [
    { to: "/my-videos", text: "Videos", current: false },
    { to: "/my-videos?tab=posts", text: "Posts", current: true },
  ];
  const Page = createRoutesStub([
    { path: "/", Component: () => <TabLinks label="Mine" tabs={tabs} panelId="p" /> },
  ]);
  const html = renderToStaticMarkup(<Page />);
  expect(html.match(/aria-selected="true"/g)).toHaveLength(1);
  expect(html).toMatch(/<a[^>]*aria-selected="true"[^>]*tabindex="0"/i);
  expect(html.match(/tabindex="-1"/gi)).toHaveLength(1);
});

test("R-CONTENT-08, R-API-27: a picture or video out of a chat says what it is, whose, and when it was bought", () => {
  expect(draw(media)).toContain('aria-label="Left hand, slowly, Clara, bought 2 h ago"');
  expect(draw(media)).toContain(">0:12<");
  overwriteGetLocale(() => "es");
  expect(draw({ ...media, title: " ", type: "picture", duration: null, model: null })).toContain(
    'aria-label="Foto de un chat, Cuenta cerrada, compra de hace 2 h"',
  );
});
