import type { Library } from "./library.ts";
import type { LostReason } from "./messages.ts";
import type { Reaction } from "./playlist.ts";
import { createPump, type Pump } from "./pump.ts";
import { isGoodbye, isRtcp } from "./rtp/feedback.ts";
import { openWhip, WhipRefused, type WhipRequest, type WhipSession } from "./whip-session.ts";

/** One model on air, until it is stopped or lost. */
export type Publication = {
  /** Sends what is due; `nowMs` is a monotonic time. */
  tick(nowMs: number): void;
  react(reaction: Reaction): void;
  stop(): Promise<void>;
};

export type PublicationNeeds = {
  login: string;
  key: string;
  origin: string;
  library: Library;
  /** Media flows for the first time, or again. */
  onLive(): void;
  /** The publication is over; it is not retried. */
  onLost(reason: LostReason): void;
  log(line: string): void;
};

/** The engine reports on what it receives every second; silence this long means that it is gone. */
const silenceMsMax = 6_000;
const connectingMsMax = 10_000;
const retryMsFirst = 400;
const retryMsMax = 8_000;

/** Waits twice as long after each failure, with some chance, so that two dozen streams do not knock together. */
const retryDelayMs = (failures: number) =>
  Math.min(retryMsMax, retryMsFirst * 2 ** failures) * (0.7 + 0.6 * Math.random());

type Attempt = {
  session: WhipSession | null;
  pump: Pump;
  beganMs: number;
  lastReceivedMs: number;
  openMs: number | null;
};

/**
 * Puts a model on air. An engine that crashed or cannot be reached is tried again for as long as it takes;
 * a publication that the engine closed on purpose, because another took its place, or that it refuses, is lost.
 * A publication that returns after an interruption asks not to replace another publisher.
 */
export function publish(needs: PublicationNeeds): Publication {
  return new OnAir(needs);
}

class OnAir implements Publication {
  readonly #needs: PublicationNeeds;
  #attempt: Attempt | null = null;
  #failures = 0;
  #retry: NodeJS.Timeout | null = null;
  #isOver = false;
  #wasLive = false;

  constructor(needs: PublicationNeeds) {
    this.#needs = needs;
    void this.#connect();
  }

  tick(nowMs: number): void {
    if (!this.#attempt) return;
    const { openMs, lastReceivedMs, beganMs, pump } = this.#attempt;
    if (openMs === null) {
      if (nowMs - beganMs > connectingMsMax) this.#again("no connection in time");
    } else if (nowMs - lastReceivedMs > silenceMsMax) this.#again("the engine fell silent");
    else pump.tick(nowMs - openMs);
  }

  react(reaction: Reaction): void {
    this.#attempt?.pump.react(reaction);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    if (this.#retry) clearTimeout(this.#retry);
    const session = this.#attempt?.session;
    this.#attempt = null;
    await session?.close();
  }

  async #connect(): Promise<void> {
    const mine = this.#begin();
    try {
      mine.session = await openWhip(this.#request(mine));
      if (!this.#isCurrent(mine)) this.#drop(mine);
    } catch (error) {
      if (!this.#isCurrent(mine)) return;
      if (error instanceof WhipRefused) this.#lose("refused");
      else this.#again(error instanceof Error ? error.message : String(error));
    }
  }

  #begin(): Attempt {
    const { login, library } = this.#needs;
    const beganMs = performance.now();
    const send = (packet: Buffer) => mine.session?.send(packet);
    const pump = createPump(login, library, send, Date.now);
    const mine: Attempt = { session: null, pump, beganMs, lastReceivedMs: beganMs, openMs: null };
    this.#attempt = mine;
    return mine;
  }

  #request(mine: Attempt): WhipRequest {
    const { origin, login, key, library } = this.#needs;
    const whileCurrent = (task: () => void) => () => {
      if (this.#isCurrent(mine)) task();
    };
    return {
      origin,
      login,
      key,
      ssrcs: mine.pump.ssrcs,
      codec: library.codec(login),
      onlyIfVacant: this.#wasLive,
      onPacket: (packet) => this.#onPacket(mine, packet),
      onOpen: whileCurrent(() => this.#opened(mine)),
      onEnd: (end) =>
        whileCurrent(() =>
          end === "closed" ? this.#lose("closed") : this.#again("the engine fell silent"),
        )(),
    };
  }

  #isCurrent(attempt: Attempt): boolean {
    return this.#attempt === attempt && !this.#isOver;
  }

  #opened(mine: Attempt): void {
    this.#failures = 0;
    this.#wasLive = true;
    mine.openMs = performance.now();
    mine.lastReceivedMs = mine.openMs;
    this.#needs.onLive();
  }

  #onPacket(mine: Attempt, packet: Buffer): void {
    if (!isRtcp(packet)) return;
    if (isGoodbye(packet) && this.#isCurrent(mine)) this.#lose("closed");
    mine.lastReceivedMs = performance.now();
    mine.pump.onRtcp(packet);
  }

  #drop(attempt: Attempt): void {
    if (this.#attempt === attempt) this.#attempt = null;
    void attempt.session?.close();
  }

  #lose(reason: LostReason): void {
    this.#isOver = true;
    if (this.#attempt) this.#drop(this.#attempt);
    this.#needs.onLost(reason);
  }

  #again(why: string): void {
    if (this.#attempt) this.#drop(this.#attempt);
    if (this.#isOver || this.#retry) return;
    this.#needs.log(`${this.#needs.login}: ${why}, trying again`);
    this.#retry = setTimeout(
      () => {
        this.#retry = null;
        void this.#connect();
      },
      retryDelayMs(this.#failures++),
    );
  }
}
