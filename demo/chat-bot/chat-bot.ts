import { pick, type Random } from "#server/kit/random.ts";
import type { ChatterKind } from "./crowd.ts";
import { Crowd } from "./crowd.ts";
import { commonLines, type Language, type Topic, topicLines } from "./lines.ts";
import { gatherCrowd, type Visitor } from "./visitors.ts";

/** One line of a room's chat. `afterMs` is how long the room is quiet before it. */
export type BotMessage = {
  author: string;
  /** Whether the model writes it; else it is a visitor. */
  byModel: boolean;
  body: string;
  kind: ChatterKind;
  language: Language;
  afterMs: number;
};

export type ChatterNeeds = {
  random: Random;
  /** The model's name, as the author. */
  model: string;
  topic: Topic;
  /** Share of visitors who write in Spanish, 0…1. */
  spanishShare: number;
  /** The mean pause between two messages in milliseconds; 7,000 by default. */
  paceMs?: number;
};

/** The simulated talk of one room. */
export type ChatBot = {
  /** The next line. Questions about what is seen are often answered by the model in the next line. */
  next(): BotMessage;
  /** Lets the room react to a gift: the model's thanks come next, sometimes a visitor's cheer. */
  onTip(from: string, language: Language): void;
};

const usualPaceMs = 7_000;
const gapMsMin = 900;
const gapMsMax = 30_000;
const answerMsMin = 2_200;
const answerMsSpread = 4_500;
/** A message is not repeated before this many others. */
const unrepeatedLines = 30;
const waitingMax = 6;
const answeredShare = 0.7;
const cheerShare = 0.45;

/** The kinds of line that a visitor writes next, with how often each is likely. */
const habits: readonly (readonly [ChatterKind, number])[] = [
  ["chat", 0.24],
  ["question", 0.2],
  ["remark", 0.22],
  ["hello", 0.12],
  ["praise", 0.11],
  ["model", 0.07],
  ["bye", 0.04],
];

function drawKind(random: Random): ChatterKind {
  let left = random() * habits.reduce((sum, [, share]) => sum + share, 0);
  for (const [kind, share] of habits) {
    left -= share;
    if (left < 0) return kind;
  }
  return "chat";
}

/** Starts the talk of a room. It never ends; the caller asks for as much as it wants. */
export function createChatBot(needs: ChatterNeeds): ChatBot {
  return new Talk(needs);
}

class Talk implements ChatBot {
  readonly #needs: ChatterNeeds;
  readonly #crowd: Crowd;
  readonly #recent: string[] = [];
  readonly #waiting: BotMessage[] = [];

  constructor(needs: ChatterNeeds) {
    this.#needs = needs;
    this.#crowd = new Crowd(needs.random, gatherCrowd(needs.random, needs.spanishShare));
  }

  next(): BotMessage {
    const line = this.#waiting.shift() ?? this.#anything();
    this.#crowd.lastAuthor = line.author;
    return line;
  }

  onTip(from: string, language: Language): void {
    const thanks = this.#fresh(commonLines[language].thanks);
    if (thanks) this.#wait(this.#byModel("thanks", this.#note(thanks), language, from));
    const visitor = this.#crowd.someone();
    const isLoud = this.#needs.random() < cheerShare;
    const cheer = isLoud ? this.#fresh(commonLines[visitor.language].tip) : null;
    if (cheer) this.#wait(this.#byVisitor("tip", this.#note(cheer), visitor, from));
  }

  #anything(): BotMessage {
    for (;;) {
      const drawn = drawKind(this.#needs.random);
      const kind = drawn === "bye" && this.#crowd.isSmall() ? "chat" : drawn;
      const visitor = this.#crowd.someoneFor(kind);
      const line = kind === "question" ? this.#ask(visitor) : this.#speak(kind, visitor);
      if (!line) continue;
      this.#crowd.note(kind, visitor);
      return line;
    }
  }

  #ask(visitor: Visitor): BotMessage | null {
    const { exchanges } = topicLines[visitor.language][this.#needs.topic];
    const question = this.#fresh(exchanges.map(([asked]) => asked));
    const answer = exchanges.find(([asked]) => asked === question)?.[1];
    if (!question || !answer) return null;
    this.#note(question);
    if (!this.#recent.includes(answer) && this.#needs.random() < answeredShare)
      this.#wait(this.#byModel("answer", this.#note(answer), visitor.language));
    return this.#byVisitor("question", question, visitor);
  }

  #speak(kind: ChatterKind, visitor: Visitor): BotMessage | null {
    const line = this.#fresh(linesFor(kind, visitor.language, this.#needs.topic));
    if (!line) return null;
    this.#note(line);
    if (kind !== "model") return this.#byVisitor(kind, line, visitor);
    return { ...this.#byModel(kind, line, visitor.language), afterMs: this.#quietMs() };
  }

  /** A line that was not used lately; null when all of them were. */
  #fresh(lines: readonly string[]): string | null {
    const fresh = lines.filter((line) => !this.#recent.includes(line));
    return fresh.length > 0 ? pick(this.#needs.random, fresh) : null;
  }

  #note(line: string): string {
    this.#recent.push(line);
    if (this.#recent.length > unrepeatedLines) this.#recent.shift();
    return line;
  }

  #wait(line: BotMessage): void {
    if (this.#waiting.length < waitingMax) this.#waiting.push(line);
  }

  #byModel(kind: ChatterKind, line: string, language: Language, to = ""): BotMessage {
    const { model, random } = this.#needs;
    const afterMs = Math.round(answerMsMin + random() * answerMsSpread);
    return { author: model, byModel: true, body: this.#fill(line, to), kind, language, afterMs };
  }

  #byVisitor(kind: ChatterKind, line: string, { name, language }: Visitor, tipper = ""): BotMessage {
    const body = this.#fill(line, tipper);
    return { author: name, byModel: false, body, kind, language, afterMs: this.#quietMs() };
  }

  #fill(line: string, name: string): string {
    return line.replaceAll("{model}", this.#needs.model).replaceAll("{name}", name);
  }

  #quietMs(): number {
    const { random, paceMs = usualPaceMs } = this.#needs;
    return Math.round(Math.min(gapMsMax, Math.max(gapMsMin, -Math.log(1 - random()) * paceMs)));
  }
}

function linesFor(kind: ChatterKind, language: Language, topic: Topic): readonly string[] {
  const common = commonLines[language];
  const about = topicLines[language][topic];
  if (kind === "remark") return about.remarks;
  return kind === "model" ? [...common.model, ...about.model] : common[kind as "chat"];
}
