import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { Video } from "#contract/content.ts";
import { openVideo, videoOf } from "#testing/web/item.ts";
import { itemDetails, lengthText } from "#web/entities/content/content-item.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { ContentTile, tileName } from "./ContentTile.tsx";

afterEach(() => overwriteGetLocale(() => "en"));

function draw(item: Video): string {
  const tile = { kind: "video", item, language: "en", now: "2026-11-21T14:00:00Z", place: 0 } as const;
  const Page = createRoutesStub([
    { path: "/", Component: () => <ContentTile {...tile} worth={item.payed ? null : "≈ $4.10"} /> },
  ]);
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
}

const textOf = (html: string) => html.replace(/<[^>]*>/g, "|").replace(/\|+/g, "|");

test("R-CONTENT-01: a locked video shows its blurred picture, its length and its price in tokens and money", () => {
  const html = draw(videoOf());
  expect(html).toContain('src="/files/blurred.webp"');
  expect(textOf(html)).toContain("|6:20|");
  expect(textOf(html)).toContain("|50 tokens|≈ $4.10|");
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(html).toContain('href="/videos/5"');
});

test("R-CONTENT-01: one's own shows its clear picture, and that it can be watched", () => {
  const html = draw(openVideo);
  expect(html).toContain('src="/files/clear.webp"');
  expect(textOf(html)).toContain("|Yours|");
  expect(textOf(html)).toContain("|Watch|");
  expect(textOf(html)).not.toContain("tokens");
});

test("R-OPEN-85, R-CONTENT-01: what costs nothing is called free, not the fan's own, in both languages", () => {
  const free = videoOf({ ...openVideo, price: 0, access: "free" });
  expect(textOf(draw(free))).toContain("|Free|");
  expect(textOf(draw(free))).toContain("|Watch|");
  expect(textOf(draw(free))).not.toContain("|Yours|");
  expect(tileName("video", free)).toBe("Nocturne, the slow lesson, video by Clara, 6 min 20 s, Free");
  expect(tileName("video", { ...free, access: "bought" })).toContain("You own this");
  overwriteGetLocale(() => "es");
  expect(textOf(draw(free))).toContain("|Gratis|");
});

test.each([
  ["en", "Free"],
  ["es", "Gratis"],
] as const)(
  "R-OPEN-85, R-CONTENT-10: what is free for whoever signs in has no lock (%s)",
  (language, free) => {
    overwriteGetLocale(() => language);
    const unpaid = draw(videoOf({ price: 0 }));
    expect(draw(videoOf())).toContain("#lock");
    expect(unpaid).not.toContain("#lock");
    expect(textOf(unpaid)).toContain(`|${free}|`);
  },
);

test("R-CONTENT-04: a tile's link says title, model, length and whether it is open, in the page's language", () => {
  expect(tileName("video", videoOf())).toBe(
    "Nocturne, the slow lesson, video by Clara, 6 min 20 s, locked, 50 tokens",
  );
  expect(tileName("video", videoOf({ price: 0, duration: 42 }))).toContain("42 s, Free");
  expect(tileName("post", { ...openVideo, access: "subscription" })).toContain(
    "post by Clara, 6 min 20 s, included in your subscription",
  );
  overwriteGetLocale(() => "es");
  expect(tileName("video", videoOf({ duration: null, type: "picture", price: 1 }))).toBe(
    "Nocturne, the slow lesson, video de Clara, foto, por desbloquear, 1 token",
  );
});

test("R-CONTENT-04: of a film its length is said and whether it is HD, of a picture that it is one photo", () => {
  expect([9, 380, 604, 3852].map(lengthText)).toEqual(["0:09", "6:20", "10:04", "1:04:12"]);
  expect(itemDetails(videoOf())).toEqual(["6:20", "HD"]);
  expect(itemDetails(videoOf({ width: 540, height: 960 }))).toEqual(["6:20"]);
  expect(itemDetails(videoOf({ type: "picture", duration: null, width: 1200, height: 1600 }))).toEqual([
    "1 photo",
  ]);
});
