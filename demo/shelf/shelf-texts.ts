import { z } from "zod";
import { readTexts } from "../texts.ts";

const shelf = z.record(
  z.string(),
  z.strictObject({
    /** Five for who is live, one for each clip; none for the others. */
    videos: z.array(z.string()).readonly(),
    /** Titles and texts. */
    posts: z.array(z.tuple([z.string(), z.string()])).readonly(),
  }),
);

/** What the models of the demo world have published, by login, in the language of each: 120 videos and 200 posts. */
export const shelfTexts: Readonly<z.output<typeof shelf>> = Object.assign(
  {},
  ...["songs", "radio", "table", "sky", "daylight", "together"].map((name) =>
    readTexts(`shelf/${name}.json`, shelf),
  ),
);
