import type { SceneName } from "../presenters/scenes/scene.ts";
import { linesEn } from "./lines-en.ts";
import { linesEs } from "./lines-es.ts";
import { topicsEn } from "./topics-en.ts";
import { topicsEs } from "./topics-es.ts";

export type Language = "en" | "es";

/** Lines that fit any room. `tip` and `thanks` answer a gift from `{name}`. */
export type CommonLines = Readonly<
  Record<"hello" | "chat" | "praise" | "bye" | "tip" | "thanks" | "model", readonly string[]>
>;

export type Topic =
  | "guitar"
  | "piano"
  | "radio"
  | "synth"
  | "game"
  | "chess"
  | "kitchen"
  | "stars"
  | "books"
  | "plants"
  | "paint"
  | "gym"
  | "languages"
  | "sofa";

/** Lines about what is seen: questions with the model's answers, remarks of visitors, and what the model says unasked. */
export type TopicLines = Readonly<
  Record<
    Topic,
    {
      exchanges: readonly (readonly [question: string, answer: string])[];
      remarks: readonly string[];
      model: readonly string[];
    }
  >
>;

export const commonLines: Readonly<Record<Language, CommonLines>> = { en: linesEn, es: linesEs };
export const topicLines: Readonly<Record<Language, TopicLines>> = { en: topicsEn, es: topicsEs };

/** What people talk about in each scene. */
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
