import { expect, test } from "vitest";
import { openVideo, videoOf } from "#testing/web/item.ts";
import type { ContentItem, ContentKind } from "./content-item.ts";
import { itemMeta } from "./found-item.ts";

const origin = "https://fanlight.example";
const metaOf = (kind: ContentKind, item: ContentItem) =>
  itemMeta(kind, item, origin).flatMap((tag) => ("script:ld+json" in tag ? [tag["script:ld+json"]] : []));

test("search engines get what a film is, with the picture that everybody may see", () => {
  for (const film of [videoOf(), openVideo])
    expect(metaOf("video", film)).toEqual([
      expect.objectContaining({
        "@type": "VideoObject",
        name: "Nocturne, the slow lesson",
        url: `${origin}/videos/5`,
        thumbnailUrl: `${origin}/files/blurred.webp`,
        uploadDate: "2026-11-21T12:00:00Z",
        duration: "PT380S",
        isAccessibleForFree: false,
        author: { "@type": "Person", name: "Clara", url: `${origin}/clara` },
      }),
    ]);
  expect(JSON.stringify(metaOf("video", openVideo))).not.toMatch(/clear|film\.mp4/);
});

test("they get no film where there is none, nor of a model who is not shown", () => {
  expect(metaOf("post", videoOf({ type: "picture", duration: null }))).toEqual([]);
  expect(itemMeta("video", null, origin)).toContainEqual({ name: "robots", content: "noindex" });
  const gone = videoOf({ model: { ...videoOf().model, listed: false } });
  expect(metaOf("video", gone)[0]).not.toHaveProperty("author");
});
