import { expect, test } from "vitest";
import { profilePartOf } from "./ProfileTabs.tsx";

test("a model's page begins with videos, else posts, else what they tell of themselves; the address may ask for another", () => {
  const first = (videos: number, posts: number) => profilePartOf("", { videos, posts });
  expect([first(2, 3), first(2, 0), first(0, 3), first(0, 0)]).toEqual([
    "videos",
    "videos",
    "posts",
    "about",
  ]);
  const none = { videos: 0, posts: 0 };
  expect(profilePartOf("?tab=posts", { videos: 2, posts: 3 })).toBe("posts");
  expect(profilePartOf("?tab=videos", none)).toBe("videos");
  expect(profilePartOf("?tab=gallery", none)).toBe("about");
});
