import { daylight } from "./daylight.ts";
import { radio } from "./radio.ts";
import { sky } from "./sky.ts";
import { songs } from "./songs.ts";
import { table } from "./table.ts";
import { together } from "./together.ts";

/** What the models of the demo world have published, by login: titles of videos, and posts as title and text. */
export type Shelf = Readonly<
  Record<
    string,
    {
      /** Five for who is live, one for each clip; none for the others. */
      videos: readonly string[];
      posts: readonly (readonly [title: string, body: string])[];
    }
  >
>;

/** 120 videos and 200 posts, written by hand in the language of their model. */
export const shelfTexts: Shelf = { ...songs, ...radio, ...table, ...sky, ...daylight, ...together };
