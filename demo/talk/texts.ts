import { z } from "zod";
import { type Language, type Topic, topicNames } from "../chat-bot/lines.ts";
import { readTexts } from "../texts.ts";

const lines = z.array(z.string().min(1)).min(1).readonly();

/** A subject that a fan may write about: the words it is known by, and a model's answers. Earlier subjects win. */
const subject = z.strictObject({
  words: lines,
  answers: lines,
  /** The answers where the two are alone in a show already. */
  inShow: lines.optional(),
  /** Nothing is asked back: the fan goes. */
  ends: z.literal(true).optional(),
  /** A greeting: it is answered by name the first time. */
  greets: z.literal(true).optional(),
});

/** `{fan}`, `{model}`, `{tokens}` and `{gift}` are filled in. */
const common = z.strictObject({
  subjects: z.array(subject).readonly(),
  first: lines,
  again: lines,
  begins: lines,
  promo: lines,
  tips: z.strictObject({ small: lines, medium: lines, big: lines }),
  gift: lines,
  media: lines,
  bought: lines,
  low: lines,
  /** Questions back. */
  asks: lines,
  /** The lines that answer an answer to one of them. */
  heard: lines,
  /** The lines that answer a question about nothing that is known. */
  yours: lines,
  anything: lines,
});

const about = z.strictObject({ words: lines, answers: lines, asks: lines });

export type Subject = z.output<typeof subject>;
/** The lines that models write to one fan, whatever they do before the camera. */
export type TalkTexts = z.output<typeof common>;
/** The lines about each topic. */
export type TopicTexts = Readonly<Record<Topic, z.output<typeof about>>>;

const talkIn = (language: Language): TalkTexts => readTexts(`talk/lines.${language}.json`, common);
const topicsIn = (language: Language): TopicTexts =>
  readTexts(`talk/topics.${language}.json`, z.record(z.enum(topicNames), about));

export const talkTexts: Readonly<Record<Language, TalkTexts>> = { en: talkIn("en"), es: talkIn("es") };
export const topicTexts: Readonly<Record<Language, TopicTexts>> = { en: topicsIn("en"), es: topicsIn("es") };
