import type { Library } from "./library.ts";
import type { LostReason } from "./messages.ts";
import type { Reaction } from "./playlist.ts";
import { createPump, type Pump } from "./pump.ts";
import { isRtcp } from "./rtp/feedback.ts";
import { openWhip, WhipRefused, type WhipSession } from "./whip-session.ts";

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
  /** The publication is over; it does not come back by itself. */
  onLost(reason: LostReason): void;
  log(line: string): void;
};

/** The engine reports on what it receives every second; silence this long means that it is gone. */
const SILENCE_MS_MAX = 6_000;
const CONNECTING_MS_MAX = 10_000;
const RETRY_MS_FIRST = 400;
const RETRY_MS_MAX = 8_000;

/** Waits twice as long after each failure, with some chance, so that two dozen streams do not knock together. */
const retryDelayMs = (failures: number) =>
  Math.min(RETRY_MS_MAX, RETRY_MS_FIRST * 2 ** failures) * (0.7 + 0.6 * Math.random());

type Attempt = {
  session: WhipSession | null;
  pump: Pump;
  beganMs: number;
  heardMs: number;
  openMs: number | null;
};

/**
 * Puts a model on air. An engine that crashed or cannot be reached is tried again for as long as it takes;
 * a publication that the engine closed on purpose, because another took its place, or that it refuses, is lost.
 * Whoever comes back after an interruption asks not to push anybody out who has taken the place meanwhile.
 */
export function publish({ login, key, origin, library, onLive, onLost, log }: PublicationNeeds): Publication {
  let attempt: Attempt | null = null;
  let failures = 0;
  let retry: NodeJS.Timeout | null = null;
  let over = false;
  let wasLive = false;

  const drop = (which: Attempt) => {
    if (attempt === which) attempt = null;
    void which.session?.close();
  };
  const lose = (reason: LostReason) => {
    over = true;
    if (attempt) drop(attempt);
    onLost(reason);
  };
  const again = (why: string) => {
    if (attempt) drop(attempt);
    if (over || retry) return;
    log(`${login}: ${why}, trying again`);
    retry = setTimeout(() => {
      retry = null;
      void connect();
    }, retryDelayMs(failures++));
  };
  const connect = async () => {
    const beganMs = performance.now();
    const send = (packet: Buffer) => mine.session?.send(packet);
    const mine: Attempt = {
      session: null,
      pump: createPump(login, library, send, Date.now),
      beganMs,
      heardMs: beganMs,
      openMs: null,
    };
    attempt = mine;
    const isCurrent = () => attempt === mine && !over;
    try {
      const session = await openWhip({
        origin,
        login,
        key,
        ssrcs: mine.pump.ssrcs,
        onlyIfVacant: wasLive,
        onPacket(packet) {
          if (!isRtcp(packet)) return;
          mine.heardMs = performance.now();
          mine.pump.onRtcp(packet);
        },
        onOpen() {
          if (!isCurrent()) return;
          failures = 0;
          wasLive = true;
          mine.openMs = performance.now();
          mine.heardMs = mine.openMs;
          onLive();
        },
        onEnd(end) {
          if (!isCurrent()) return;
          if (end === "closed") lose("closed");
          else again("the engine fell silent");
        },
      });
      mine.session = session;
      if (!isCurrent()) drop(mine);
    } catch (error) {
      if (!isCurrent()) return;
      if (error instanceof WhipRefused) lose("refused");
      else again(error instanceof Error ? error.message : String(error));
    }
  };

  void connect();
  return {
    tick(nowMs) {
      if (!attempt) return;
      const { openMs, heardMs, beganMs, pump } = attempt;
      if (openMs === null) {
        if (nowMs - beganMs > CONNECTING_MS_MAX) again("no connection in time");
      } else if (nowMs - heardMs > SILENCE_MS_MAX) again("the engine fell silent");
      else pump.tick(nowMs - openMs);
    },
    react(reaction) {
      attempt?.pump.react(reaction);
    },
    async stop() {
      over = true;
      if (retry) clearTimeout(retry);
      const session = attempt?.session;
      attempt = null;
      await session?.close();
    },
  };
}
