import path from "node:path";
import { broadcastFile, type BroadcastFormat, type ClipName, clipFile } from "./clips.ts";
import type { Mood } from "./sound.ts";

/** The drawn pictures, clips and sounds of the demo world. They come with the product; `npm run draw` makes them. */
export const artFolder = path.join(import.meta.dirname, "art");

/** Metadata of the drawn files, in `art.json`. */
export type ArtIndex = {
  /** Names these files: it changes with any of them. */
  version: string;
  /** ThumbHash of each model's portrait in base64, by login. */
  thumbhashes: Readonly<Record<string, string>>;
};

/** The pictures of a model, all WebP. */
export type StillName = "portrait" | "portraitSmall" | "tall" | "avatar" | "avatarLarge";

/** The suffix of each picture's file after the login; it contains the size in pixels. */
const stillEndings: Readonly<Record<StillName, string>> = {
  portrait: "480x600",
  portraitSmall: "320x400",
  tall: "360x640",
  avatar: "avatar-96",
  avatarLarge: "avatar-192",
};

export const stillFile = (login: string, still: StillName): string => `${login}-${stillEndings[still]}.webp`;

/** A picture of a post, or the poster of a film: `clear` exists of posts only. */
export type ContentPart = "clear" | "thumb" | "blurred";

/** Moments of a model's stream that stand for it on cards, in turn. */
export const liveMoments = [
  { clip: "idle", frame: 16 },
  { clip: "idle", frame: 24 },
  { clip: "cheer-small", frame: 6 },
] as const satisfies readonly { clip: ClipName; frame: number }[];

/** Where the drawn files lie below a folder. */
export const artPaths = (folder: string) => ({
  stills: path.join(folder, "stills"),
  still: (login: string, still: StillName) => path.join(folder, "stills", stillFile(login, still)),
  clip: (login: string, clip: ClipName) => path.join(folder, "clips", clipFile(login, clip)),
  broadcastClip: (login: string, clip: ClipName, format: BroadcastFormat) =>
    path.join(folder, "clips", broadcastFile(login, clip, format)),
  sound: (mood: Mood) => path.join(folder, "sound", `${mood}.opus-packets`),
  livePicture: (login: string, moment: number) => path.join(folder, "live", `${login}-${moment}.webp`),
  contentPicture: (login: string, name: string, part: ContentPart) =>
    path.join(folder, "content", login, `${name}.${part}.webp`),
});
export type ArtPaths = ReturnType<typeof artPaths>;

/** Sizes in pixels of the pictures of posts, whose cuts take turns. */
const postSizes = [
  { width: 960, height: 720 },
  { width: 720, height: 1280 },
  { width: 800, height: 800 },
  { width: 720, height: 900 },
  { width: 800, height: 800 },
] as const;
export const postCutOf = (index: number): number => index % postSizes.length;
export const postPictureSize = (index: number): { width: number; height: number } =>
  postSizes[postCutOf(index)] ?? postSizes[0];
