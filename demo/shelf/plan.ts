import type { ClipName } from "../clips.ts";
import { shelfTexts } from "./shelf-texts.ts";

/** One video or post as the demo world brings it; times in hours before now, negative for later. */
export type PlannedItem = {
  /** Names it for ever: it is brought once. */
  seedKey: string;
  login: string;
  kind: "video" | "post";
  /** Which of the model's videos or posts. */
  index: number;
  title: string;
  body: string;
  /** The clip that is its film; null for a picture. */
  clip: ClipName | null;
  price: number;
  forSubscribers: boolean;
  visible: boolean;
  hoursAgo: number;
  startsInHours: number | null;
  endedHoursAgo: number | null;
};

/** What the drawn files of an item are called; films of one clip share theirs. */
export const shelfName = ({ clip, index }: Pick<PlannedItem, "clip" | "index">): string =>
  clip === null ? `post-${index}` : `film-${clip}`;

/** The film of each of a model's videos. */
export const filmClips = [
  "idle",
  "cheer-small",
  "cheer-medium",
  "cheer-big",
  "curtain",
] as const satisfies readonly ClipName[];

const videoPrices = [25, 0, 40, 60, 90, 15, 120];
const postPrices = [10, 0, 15, 30, 20, 45, 5, 0, 75];
const hoursBetweenVideos = 11;
const hoursBetweenPosts = 7;

const taken = <Item>(list: readonly Item[], place: number): Item => list[place % list.length] as Item;

/** Everything on the shelves, in the order in which it is brought: each model's first, then each one's second. */
export function planShelves(): PlannedItem[] {
  const logins = Object.keys(shelfTexts);
  const items = logins.flatMap((login, place) => [...videosOf(login, place), ...postsOf(login, place)]);
  const ordered = items.toSorted((a, b) => a.index - b.index);
  const age = { video: 2, post: 1 };
  return ordered.map((item) => {
    const hoursAgo = age[item.kind];
    age[item.kind] += item.kind === "video" ? hoursBetweenVideos : hoursBetweenPosts;
    return { ...item, hoursAgo };
  });
}

type Undated = Omit<PlannedItem, "hoursAgo">;

function videosOf(login: string, place: number): Undated[] {
  return (shelfTexts[login]?.videos ?? []).map((title, index) => ({
    ...offer(`${login}.video.${index}`, place + index, taken(videoPrices, place * 3 + index)),
    login,
    kind: "video",
    index,
    title,
    body: "",
    clip: filmClips[index] ?? "idle",
  }));
}

/** The last post of who has films is a film too. */
function postsOf(login: string, place: number): Undated[] {
  const { videos = [], posts = [] } = shelfTexts[login] ?? {};
  return posts.map(([title, body], index) => ({
    ...offer(`${login}.post.${index}`, place + index * 5, taken(postPrices, place * 2 + index)),
    login,
    kind: "post",
    index,
    title,
    body,
    clip: videos.length > 0 && index === 3 ? "cheer-small" : null,
  }));
}

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
