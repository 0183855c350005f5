import { z } from "zod";
import type { SceneName } from "../models.ts";
import { readTexts } from "../texts.ts";

export type Language = "en" | "es";

const lines = z.array(z.string()).readonly();
/** `{model}` and `{name}` are filled in. */
const common = z.strictObject({
  hello: lines,
  chat: lines,
  praise: lines,
  bye: lines,
  /** These answer a gift from `{name}`. */
  tip: lines,
  thanks: lines,
  model: lines,
});
const about = z.strictObject({
  /** Questions with the model's answers. */
  exchanges: z.array(z.tuple([z.string(), z.string()]).readonly()).readonly(),
  remarks: lines,
  /** The lines that the model writes unasked. */
  model: lines,
});
export const topicNames = [
  "guitar",
  "piano",
  "radio",
  "synth",
  "game",
  "chess",
  "kitchen",
  "stars",
  "books",
  "plants",
  "paint",
  "gym",
  "languages",
  "sofa",
] as const;
export type Topic = (typeof topicNames)[number];

/** Lines that fit any room. */
export type CommonLines = z.output<typeof common>;
/** Lines about what is seen. */
export type TopicLines = Readonly<Record<Topic, z.output<typeof about>>>;

const commonIn = (language: Language): CommonLines => readTexts(`chat-bot/lines.${language}.json`, common);
const topicsIn = (language: Language): TopicLines =>
  readTexts(`chat-bot/topics.${language}.json`, z.record(z.enum(topicNames), about));

export const commonLines: Readonly<Record<Language, CommonLines>> = {
  en: commonIn("en"),
  es: commonIn("es"),
};
export const topicLines: Readonly<Record<Language, TopicLines>> = { en: topicsIn("en"), es: topicsIn("es") };

/** The topics in each scene. */
export const topicOf: Readonly<Record<SceneName, Topic>> = {
  guitar: "guitar",
  piano: "piano",
  mic: "radio",
  neon: "synth",
  game: "game",
  chess: "chess",
  kitchen: "kitchen",
  stars: "stars",
  books: "books",
  plants: "plants",
  paint: "paint",
  gym: "gym",
  languages: "languages",
  sofa: "sofa",
};
