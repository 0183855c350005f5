import type { Clock } from "#server/kit/clock.ts";
import type { Random } from "#server/kit/random.ts";
import type { Language } from "../chat-bot/lines.ts";
import { readingMs, typingMs } from "./pace.ts";
import type { Heard, Script } from "./script.ts";

/** How a model takes part in one conversation. */
export type Voice = {
  script: Script;
  /** Whether the demo still answers there: nobody else has the model's part, and both are still there. */
  mayTalk(): Promise<boolean>;
  /** The model has seen what was written. */
  seen?(): Promise<void>;
  /** The model types: the sign of it holds for a second. */
  typing?(): void;
  say(line: string, language: Language): Promise<void>;
};

export type TalkNeeds = { clock: Clock; random: Random; failed(error: unknown): void };

/** Every conversation in which the demo's models answer. */
export type Talk = {
  /** Something was said or done in the conversation of that key; `open` begins it when it is not going on. */
  hear(key: string, open: () => Promise<Voice | null>, heard: Heard, language: Language): void;
  /** Forgets a conversation and what it was about to say. */
  end(key: string): void;
  stop(): void;
};

/** Conversations that are remembered; the one that rests longest is forgotten first. */
const conversationsMax = 500;
/** Answers within a minute in one conversation; what comes beyond stays unanswered. */
const answersPerMinute = 8;
const minuteMs = 60_000;
/** Messages heard while an answer is on its way are answered together, this many at most. */
const heardMax = 6;
const typingSignMs = 800;

/** Lets models answer: one line at a time in each conversation, after reading and typing as long as its text asks for. */
export function createTalk(needs: TalkNeeds): Talk {
  const going = new Map<string, Conversation>();
  return {
    hear(key, open, heard, language) {
      const conversation = going.get(key) ?? new Conversation(needs, open);
      // Taken out and put in again, it stands last.
      going.delete(key);
      going.set(key, conversation);
      const [oldest] = going;
      if (oldest && going.size > conversationsMax) {
        oldest[1].stop();
        going.delete(oldest[0]);
      }
      conversation.hear(heard, language);
    },
    end(key) {
      going.get(key)?.stop();
      going.delete(key);
    },
    stop() {
      for (const conversation of going.values()) conversation.stop();
      going.clear();
    },
  };
}

class Conversation {
  readonly #needs: TalkNeeds;
  readonly #open: () => Promise<Voice | null>;
  #voice: Promise<Voice | null> | undefined;
  #heard: Heard[] = [];
  #language: Language = "en";
  #isBusy = false;
  #isOver = false;
  #answeredAt: number[] = [];
  readonly #timers = new Set<() => void>();

  constructor(needs: TalkNeeds, open: () => Promise<Voice | null>) {
    this.#needs = needs;
    this.#open = open;
  }

  hear(heard: Heard, language: Language): void {
    if (this.#isOver || this.#heard.length >= heardMax) return;
    this.#heard.push(heard);
    this.#language = language;
    if (!this.#isBusy) void this.#answerAll();
  }

  stop(): void {
    this.#isOver = true;
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }

  async #answerAll(): Promise<void> {
    this.#isBusy = true;
    try {
      while (this.#heard.length > 0 && !this.#isOver) await this.#answerOnce();
    } catch (error) {
      this.#heard = [];
      this.#needs.failed(error);
    } finally {
      this.#isBusy = false;
    }
  }

  async #answerOnce(): Promise<void> {
    const { random } = this.#needs;
    this.#voice ??= this.#open();
    const voice = await this.#voice;
    if (!voice || this.#isTooFast()) {
      this.#heard = [];
      if (!voice) this.#voice = undefined;
      return;
    }
    await this.#wait(readingMs(random, lengthOf(this.#heard)));
    if (!(await this.#mayTalk(voice))) return;
    await voice.seen?.();
    const heard = this.#heard;
    this.#heard = [];
    const language = this.#language;
    const line = voice.script.answer(heard, language);
    await this.#type(voice, typingMs(random, line.length));
    if (!(await this.#mayTalk(voice))) return;
    this.#answeredAt.push(this.#now());
    await voice.say(line, language);
  }

  async #mayTalk(voice: Voice): Promise<boolean> {
    if (!this.#isOver && (await voice.mayTalk())) return true;
    this.#heard = [];
    return false;
  }

  #isTooFast(): boolean {
    this.#answeredAt = this.#answeredAt.filter((at) => at > this.#now() - minuteMs);
    return this.#answeredAt.length >= answersPerMinute;
  }

  #now(): number {
    return this.#needs.clock.now().getTime();
  }

  async #type(voice: Voice, ms: number): Promise<void> {
    voice.typing?.();
    const stop = this.#needs.clock.every(typingSignMs, () => voice.typing?.());
    this.#timers.add(stop);
    await this.#wait(ms);
    this.#timers.delete(stop);
    stop();
  }

  /** Never resolves once the conversation was stopped: nothing is said any more. */
  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#needs.clock.after(ms, () => {
        this.#timers.delete(cancel);
        resolve();
      });
      this.#timers.add(cancel);
    });
  }
}

const lengthOf = (heard: readonly Heard[]): number =>
  heard.reduce((sum, each) => sum + (each.kind === "text" ? each.text.length : 0), 0);
