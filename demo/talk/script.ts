import { pick, type Random } from "#server/kit/random.ts";
import type { Language, Topic } from "../chat-bot/lines.ts";
import { type CheerSize, cheerSizeFor } from "../clips.ts";
import { type Subject, talkTexts, topicTexts } from "./texts.ts";

/** An act of a fan that a model answers, in the order in which it counts when several come together. */
export type Heard =
  | { kind: "tip"; tokens: number; gift: Readonly<Record<Language, string>> | null; anonymous: boolean }
  | { kind: "bought" }
  | { kind: "media" }
  | { kind: "begins"; free: boolean }
  | { kind: "text"; text: string }
  | { kind: "low" };

type Tip = Extract<Heard, { kind: "tip" }>;

export type ScriptNeeds = {
  random: Random;
  topic: Topic;
  model: string;
  fan: string;
  /** Alone in a show, or in a chat. */
  place: "chat" | "show";
};

/** One model's side of a conversation with one fan. */
export type Script = {
  /** What was said before this began, the oldest first: it is not said again soon, and who talked before is greeted as such. */
  recall(lines: readonly { byModel: boolean; body: string }[]): void;
  /** The answer to what was heard since the last one, in that language. */
  answer(heard: readonly Heard[], language: Language): string;
};

/** A line is not said again before this many others. */
const unrepeatedMax = 24;
/** How often a question follows an answer. */
const askShare = 0.5;

/** Begins a conversation. */
export const createScript = (needs: ScriptNeeds): Script => new Conversation(needs);

class Conversation implements Script {
  readonly #needs: ScriptNeeds;
  /** The model's last lines, as they were read. */
  readonly #said: string[] = [];
  #hasGreeted = false;
  #hasTalked = false;
  /** The model's last line ended with a question. */
  #hasAsked = false;

  constructor(needs: ScriptNeeds) {
    this.#needs = needs;
  }

  recall(lines: readonly { byModel: boolean; body: string }[]): void {
    for (const { byModel, body } of lines) if (byModel) this.#note(body);
    this.#hasTalked = lines.length > 0;
    const last = lines.findLast(({ byModel }) => byModel);
    this.#hasAsked = last?.body.trimEnd().endsWith("?") ?? false;
  }

  answer(heard: readonly Heard[], language: Language): string {
    const line = this.#lineTo(heard, language);
    this.#hasAsked = line.endsWith("?");
    this.#hasTalked = true;
    return line;
  }

  #lineTo(heard: readonly Heard[], language: Language): string {
    const texts = talkTexts[language];
    const tips = heard.filter((each) => each.kind === "tip");
    if (tips.length > 0) return this.#thank(tips, language);
    const begin = heard.find(({ kind }) => kind === "begins");
    if (begin?.kind === "begins") {
      this.#hasGreeted = true;
      return this.#say(begin.free ? texts.promo : texts.begins, texts.anything);
    }
    if (heard.some(({ kind }) => kind === "bought")) return this.#say(texts.bought, texts.media);
    if (heard.some(({ kind }) => kind === "media")) return this.#say(texts.media, texts.anything);
    const text = heard.flatMap((each) => (each.kind === "text" ? [each.text] : [])).join(" ");
    return text === "" ? this.#say(texts.low, texts.anything) : this.#reply(text, language);
  }

  #thank(tips: readonly Tip[], language: Language): string {
    const texts = talkTexts[language];
    // A fan who asked not to be named is not named by the thanks, either.
    const named = (lines: readonly string[]) =>
      tips.some(({ anonymous }) => anonymous) ? lines.filter((line) => !line.includes("{fan}")) : lines;
    const tokens = tips.reduce((sum, tip) => sum + tip.tokens, 0);
    const gift = tips.findLast((tip) => tip.gift !== null)?.gift?.[language] ?? "";
    const size: CheerSize = cheerSizeFor(tokens);
    const thanks = named(texts.tips[size]);
    return gift === ""
      ? this.#say(thanks, thanks, { tokens })
      : this.#say(named(texts.gift), thanks, { tokens, gift });
  }

  #reply(text: string, language: Language): string {
    const { place, topic } = this.#needs;
    const texts = talkTexts[language];
    const about = topicTexts[language][topic];
    const words = plain(text);
    const subject = texts.subjects.find((each) => each.greets !== true && mentions(words, each.words));
    if (subject) {
      const answers = place === "show" ? (subject.inShow ?? subject.answers) : subject.answers;
      return this.#withQuestion(this.#say(answers, texts.anything), language, subject);
    }
    if (mentions(words, about.words))
      return this.#withQuestion(this.#say(about.answers, texts.anything), language);
    const greeting = texts.subjects.find((each) => each.greets === true && mentions(words, each.words));
    if (greeting) return this.#greet(greeting, language);
    if (text.includes("?")) return this.#say(texts.yours, texts.anything);
    return this.#withQuestion(
      this.#say(this.#hasAsked ? texts.heard : texts.anything, texts.heard),
      language,
    );
  }

  #greet(greeting: Subject, language: Language): string {
    const texts = talkTexts[language];
    const isFirst = !this.#hasGreeted;
    this.#hasGreeted = true;
    const lines = isFirst ? (this.#hasTalked ? texts.again : texts.first) : greeting.answers;
    return this.#withQuestion(this.#say(lines, greeting.answers), language);
  }

  /** Sometimes a question follows: about what is seen, or about the fan. Nobody is asked twice in a row, nor on leaving. */
  #withQuestion(line: string, language: Language, subject?: Subject): string {
    const { random, topic } = this.#needs;
    if (subject?.ends || this.#hasAsked || line.endsWith("?") || random() >= askShare) return line;
    const asks = [...topicTexts[language][topic].asks, ...talkTexts[language].asks];
    const fresh = this.#fresh(asks, {});
    if (fresh.length === 0) return line;
    return `${ended(line)} ${this.#note(pick(random, fresh))}`;
  }

  /** One of the lines that was not said lately, else one of the others, and never the last one again. */
  #say(
    lines: readonly string[],
    others: readonly string[],
    filled: { tokens?: number; gift?: string } = {},
  ): string {
    const last = this.#said.at(-1);
    const [fresh, more] = [this.#fresh(lines, filled), this.#fresh(others, filled)];
    const any = [...lines, ...others].map((line) => this.#fill(line, filled));
    const choice = [fresh, more].find((each) => each.length > 0) ?? any.filter((line) => line !== last);
    return this.#note(pick(this.#needs.random, choice));
  }

  #fresh(lines: readonly string[], filled: { tokens?: number; gift?: string }): string[] {
    return lines
      .map((line) => this.#fill(line, filled))
      .filter((line) => !this.#said.some((said) => said.includes(line)));
  }

  #note(line: string): string {
    this.#said.push(line);
    if (this.#said.length > unrepeatedMax) this.#said.shift();
    return line;
  }

  #fill(line: string, { tokens = 0, gift = "" }: { tokens?: number; gift?: string }): string {
    return line
      .replaceAll("{fan}", this.#needs.fan)
      .replaceAll("{model}", this.#needs.model)
      .replaceAll("{tokens}", String(tokens))
      .replaceAll("{gift}", gift);
  }
}

const ended = (line: string): string => (/[.!?…]$/.test(line) ? line : `${line}.`);

/** Lower case without accents, words apart by one blank, with one at each end. */
const plain = (text: string): string =>
  ` ${text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;

const mentions = (text: string, words: readonly string[]): boolean =>
  words.some((word) => text.includes(` ${word} `));
