import { z } from "zod";
import { broadcastFormats } from "../clips.ts";

/** A text in the two languages of the product. */
const bilingual = z.strictObject({ en: z.string(), es: z.string() }).readonly();

/** A model's activity before the camera. It decides what is drawn, talked about and played. */
const sceneNames = [
  "guitar",
  "chess",
  "kitchen",
  "stars",
  "plants",
  "neon",
  "books",
  "paint",
  "mic",
  "gym",
  "piano",
  "game",
  "languages",
  "sofa",
] as const;
export type SceneName = (typeof sceneNames)[number];

const tokens = z.int().nonnegative();

/** The handwritten facts about one model of the demo world. */
export const modelEntry = z.strictObject({
  /** Lower-case letters only; the room's address, and the seed of everything that is drawn of the model. */
  login: z.string(),
  /** The name shown to fans. */
  name: z.string(),
  /** Years; never below 21. The age of a couple is that of the younger one. */
  age: z.int().min(21),
  /** ISO 3166-1 alpha-2, upper case. */
  country: z.string(),
  /** As the catalogue counts them: 1 women, 2 men, 3 trans, 4 couples. */
  gender: z.literal([1, 2, 3, 4]),
  scene: z.enum(sceneNames),
  /** ISO 639-1 codes, the strongest first. */
  languages: z.array(z.string()).readonly(),
  bio: bilingual,
  /** One line over the room. */
  topic: bilingual,
  /** The goal that the room collects tokens for. */
  goal: bilingual,
  goalTokens: tokens,
  /** Some models' offers for a tip, in tokens. */
  tipMenu: z.array(z.strictObject({ title: bilingual, price: z.int().positive() })).optional(),
  /** Tokens per minute. */
  rates: z.strictObject({ private: tokens, vip: tokens, spy: tokens }),
  /** The least a private show costs, in tokens; 0 for none. */
  minimumTokens: tokens,
  /** Price of a month's subscription in US cents. */
  monthlyPriceCents: z.int().positive(),
  /** Whether the model is on air in the demo world. */
  live: z.boolean(),
  /** The format of the model's broadcast. */
  broadcast: z.enum(broadcastFormats).default("vp8"),
  /** Set where the number of watchers is not left to chance. */
  baseWatchers: z.int().positive().optional(),
});

/** One model of the demo world. */
export type DemoModel = Omit<z.output<typeof modelEntry>, "baseWatchers"> & {
  /** 1 is the most popular; each number from 1 to the size of the demo is held once. */
  rank: number;
  /** Around how many people watch when the room is open. */
  baseWatchers: number;
};
