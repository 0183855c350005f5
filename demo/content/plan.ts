import { z } from "zod";
import type { ClipName } from "../clips.ts";
import { readTexts } from "../texts.ts";

/** One video or post of the seed; times in hours before now, negative for later. */
export type PlannedItem = {
  /** Permanent key: an item is imported once. */
  seedKey: string;
  login: string;
  kind: "video" | "post";
  /** The place of this item among the model's videos or posts. */
  index: number;
  title: string;
  body: string;
  /** The clip that is its film; null for a picture. */
  clip: ClipName | null;
  /** How many idle loops its film has more than the shortest: the dearer, the longer. */
  loops: number;
  /** The cover that everybody sees: the poster of the film or a portrait of its model; null: nothing but colours. */
  cover: "poster" | "portrait" | null;
  /** The clip that is the film's teaser; null: none. */
  teaser: ClipName | null;
  price: number;
  forSubscribers: boolean;
  visible: boolean;
  hoursAgo: number;
  startsInHours: number | null;
  endedHoursAgo: number | null;
};

/** The name of an item's drawn files; films of one clip share theirs. */
export const seedFileName = ({ clip, index }: Pick<PlannedItem, "clip" | "index">): string =>
  clip === null ? `post-${index}` : `film-${clip}`;

/** The film of each of a model's videos. */
export const filmClips = [
  "idle",
  "cheer-small",
  "cheer-medium",
  "cheer-big",
  "curtain",
] as const satisfies readonly ClipName[];

/** The teaser of each of those films: a clip of 3 to 6 seconds that is in it. */
const teaserClips = ["idle", "idle", "idle", "cheer-big", "curtain"] as const satisfies readonly ClipName[];

const videoPrices = [25, 0, 40, 60, 90, 15, 120];
const postPrices = [10, 0, 15, 30, 20, 45, 5, 0, 75];
const hoursBetweenVideos = 11;
const hoursBetweenPosts = 7;

const taken = <Item>(list: readonly Item[], position: number): Item => list[position % list.length] as Item;

/** All seed content, in the order of import: the first item of each model, then the second. */
export function planContent(): PlannedItem[] {
  const logins = Object.keys(contentTexts);
  const items = logins.flatMap((login, position) => [
    ...videosOf(login, position),
    ...postsOf(login, position),
  ]);
  const ordered = items.toSorted((a, b) => a.index - b.index);
  const age = { video: 2, post: 1 };
  return ordered.map((item) => {
    const hoursAgo = age[item.kind];
    age[item.kind] += item.kind === "video" ? hoursBetweenVideos : hoursBetweenPosts;
    return { ...item, hoursAgo };
  });
}

type Undated = Omit<PlannedItem, "hoursAgo">;

function videosOf(login: string, position: number): Undated[] {
  return (contentTexts[login]?.videos ?? []).map((title, index) => ({
    ...offer(`${login}.video.${index}`, position + index, taken(videoPrices, position * 3 + index)),
    login,
    kind: "video",
    index,
    title,
    body: "",
    clip: filmClips[index] ?? "idle",
    // Every fourth is left without, as some models would.
    cover: (position + index) % 4 === 3 ? null : "poster",
    teaser: (position + index) % 4 === 3 ? null : taken(teaserClips, index),
    loops: loopsFor(taken(videoPrices, position * 3 + index), position),
  }));
}

/** The last post of who has films is a film too. */
function postsOf(login: string, position: number): Undated[] {
  const { videos = [], posts = [] } = contentTexts[login] ?? {};
  return posts.map(([title, body], index) => ({
    ...offer(`${login}.post.${index}`, position + index * 5, taken(postPrices, position * 2 + index)),
    login,
    kind: "post",
    index,
    title,
    body,
    ...(videos.length > 0 && index === 3
      ? ({ clip: "cheer-small", cover: "poster", teaser: "idle" } as const)
      : ({ clip: null, cover: (position + index) % 2 === 0 ? "portrait" : null, teaser: null } as const)),
    loops: 0,
  }));
}

/** From half a minute to a minute and a half. */
const loopsFor = (price: number, position: number): number => Math.floor(price / 12) + (position % 4);

/** Some are for subscribers, a few hidden, begin later or have ended. */
function offer(seedKey: string, turn: number, price: number) {
  return {
    seedKey,
    price,
    forSubscribers: price > 0 && turn % 3 === 0,
    visible: turn % 31 !== 17,
    startsInHours: turn % 37 === 11 ? 40 : null,
    endedHoursAgo: turn % 41 === 13 ? 1 : null,
  };
}

const modelContent = z.record(
  z.string(),
  z.strictObject({
    /** Five for who is live, one for each clip; none for the others. */
    videos: z.array(z.string()).readonly(),
    /** Titles and texts. */
    posts: z.array(z.tuple([z.string(), z.string()])).readonly(),
  }),
);

/** The publications of the demo world's models, by login, in the language of each: 120 videos and 200 posts. */
export const contentTexts: Readonly<z.output<typeof modelContent>> = Object.assign(
  {},
  ...["songs", "radio", "table", "sky", "daylight", "together"].map((name) =>
    readTexts(`content/${name}.json`, modelContent),
  ),
);
