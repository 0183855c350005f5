import type { Owner } from "../past/spending.ts";
import { busyFan } from "./kept-shows.ts";
import { moderatorFan } from "./moderator.ts";

/** Those whom visitors play, and simulated fans who comment on what they own. */
export const owners: readonly Owner[] = [
  {
    login: "nico",
    tokens: 1_000,
    owns: ["clara.video.0", "luna.video.2", "freya.video.2", "noor.post.0", "luna.post.2", "clara.post.3"],
  },
  { login: "sofia", tokens: 500, owns: [] },
  { login: moderatorFan, tokens: 0, owns: ["luna.post.2"] },
  { login: busyFan, tokens: 0, owns: ["clara.post.3"] },
];
