import { pick, type Random } from "#server/kit/random.ts";
import { commonLines, type Language, type Topic, topicLines } from "./lines.ts";
import { gatherCrowd, type Visitor } from "./visitors.ts";

export type ChatterKind =
  | "hello"
  | "chat"
  | "praise"
  | "bye"
  | "question"
  | "remark"
  | "answer"
  | "model"
  | "tip"
  | "thanks";

/** One line of a room's chat. `afterMs` is how long the room is quiet before it. */
export type ChatterLine = {
  author: string;
  /** Whether the model says it; else it is a visitor. */
  byModel: boolean;
  body: string;
  kind: ChatterKind;
  language: Language;
  afterMs: number;
};

export type ChatterNeeds = {
  random: Random;
  /** The model's name, as she signs. */
  model: string;
  topic: Topic;
  /** Share of visitors who write in Spanish, 0…1. */
  spanishShare: number;
  /** The mean quiet between two lines in milliseconds; 7,000 unless told. */
  paceMs?: number;
};

/** The simulated talk of one room. */
export type Chatter = {
  /** The next line. Questions about what is seen are often answered by the model in the next line. */
  next(): ChatterLine;
  /** Lets the room react to a gift: the model's thanks come next, sometimes a visitor's cheer. */
  onTip(from: string, language: Language): void;
};

const PACE_MS = 7_000;
const GAP_MS_MIN = 900;
const GAP_MS_MAX = 30_000;
const ANSWER_MS_MIN = 2_200;
const ANSWER_MS_SPREAD = 4_500;
/** A line is not heard again before this many others. */
const UNREPEATED_LINES = 30;
const WAITING_MAX = 6;
const ANSWERED_SHARE = 0.7;
/** How many of the regulars are there from the start, and how many never leave. */
const PRESENT_SHARE = 0.6;
const PRESENT_MIN = 6;

/** What a visitor says next, with how often each is likely. */
const HABITS: readonly (readonly [ChatterKind, number])[] = [
  ["chat", 0.24],
  ["question", 0.2],
  ["remark", 0.22],
  ["hello", 0.12],
  ["praise", 0.11],
  ["model", 0.07],
  ["bye", 0.04],
];

function drawKind(random: Random): ChatterKind {
  let left = random() * HABITS.reduce((sum, [, share]) => sum + share, 0);
  for (const [kind, share] of HABITS) {
    left -= share;
    if (left < 0) return kind;
  }
  return "chat";
}

/** Starts the talk of a room. It never ends; the caller asks for as much as it wants. */
export function createChatter({
  random,
  model,
  topic,
  spanishShare,
  paceMs = PACE_MS,
}: ChatterNeeds): Chatter {
  const crowd = gatherCrowd(random, spanishShare);
  const recent: string[] = [];
  const waiting: ChatterLine[] = [];
  let lastAuthor = "";

  const quietMs = () =>
    Math.round(Math.min(GAP_MS_MAX, Math.max(GAP_MS_MIN, -Math.log(1 - random()) * paceMs)));
  const soonMs = () => Math.round(ANSWER_MS_MIN + random() * ANSWER_MS_SPREAD);
  const fresh = (lines: readonly string[]): string | null => {
    const unheard = lines.filter((line) => !recent.includes(line));
    return unheard.length > 0 ? pick(random, unheard) : null;
  };
  const heard = (line: string) => {
    recent.push(line);
    if (recent.length > UNREPEATED_LINES) recent.shift();
  };
  const fill = (line: string, name: string) => line.replaceAll("{model}", model).replaceAll("{name}", name);
  const byModel = (
    kind: ChatterKind,
    line: string,
    language: Language,
    afterMs: number,
    name = "",
  ): ChatterLine => ({
    author: model,
    byModel: true,
    body: fill(line, name),
    kind,
    language,
    afterMs,
  });
  // Whoever says hello comes in, whoever says goodbye is gone until their next hello.
  const present = new Set(crowd.filter(() => random() < PRESENT_SHARE));
  const someone = (): Visitor => {
    const others = [...present].filter((visitor) => visitor.name !== lastAuthor);
    return pick(random, others.length > 0 ? others : crowd);
  };
  const someoneFor = (kind: ChatterKind): Visitor => {
    const absent = crowd.filter((visitor) => !present.has(visitor));
    return kind === "hello" && absent.length > 0 ? pick(random, absent) : someone();
  };
  const byVisitor = (
    kind: ChatterKind,
    line: string,
    { name, language }: Visitor,
    tipper = "",
  ): ChatterLine => ({
    author: name,
    byModel: false,
    body: fill(line, tipper),
    kind,
    language,
    afterMs: quietMs(),
  });
  const wait = (line: ChatterLine) => {
    if (waiting.length < WAITING_MAX) waiting.push(line);
  };

  const ask = (visitor: Visitor): ChatterLine | null => {
    const { exchanges } = topicLines[visitor.language][topic];
    const question = fresh(exchanges.map(([asked]) => asked));
    const answer = exchanges.find(([asked]) => asked === question)?.[1];
    if (!question || !answer) return null;
    heard(question);
    if (!recent.includes(answer) && random() < ANSWERED_SHARE) {
      heard(answer);
      wait(byModel("answer", answer, visitor.language, soonMs()));
    }
    return byVisitor("question", question, visitor);
  };
  const speak = (kind: ChatterKind, visitor: Visitor): ChatterLine | null => {
    if (kind === "question") return ask(visitor);
    const common = commonLines[visitor.language];
    const about = topicLines[visitor.language][topic];
    const lines =
      kind === "remark"
        ? about.remarks
        : kind === "model"
          ? [...common.model, ...about.model]
          : common[kind as "chat"];
    const line = fresh(lines);
    if (!line) return null;
    heard(line);
    return kind === "model"
      ? byModel(kind, line, visitor.language, quietMs())
      : byVisitor(kind, line, visitor);
  };
  const anything = (): ChatterLine => {
    for (;;) {
      const drawn = drawKind(random);
      const kind = drawn === "bye" && present.size < PRESENT_MIN ? "chat" : drawn;
      const visitor = someoneFor(kind);
      const line = speak(kind, visitor);
      if (!line) continue;
      if (kind === "hello") present.add(visitor);
      if (kind === "bye") present.delete(visitor);
      return line;
    }
  };

  return {
    next() {
      const line = waiting.shift() ?? anything();
      lastAuthor = line.author;
      return line;
    },
    onTip(from, language) {
      const thanks = fresh(commonLines[language].thanks);
      if (thanks) {
        heard(thanks);
        wait(byModel("thanks", thanks, language, soonMs(), from));
      }
      const visitor = someone();
      const cheer = random() < 0.45 ? fresh(commonLines[visitor.language].tip) : null;
      if (!cheer) return;
      heard(cheer);
      wait(byVisitor("tip", cheer, visitor, from));
    },
  };
}
