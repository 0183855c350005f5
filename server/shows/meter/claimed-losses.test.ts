import { expect, test } from "vitest";
import { ConfirmedFlow } from "#engine/confirmed-flow.ts";
import { limits } from "#engine/limits.ts";
import type { ReportBlock } from "#engine/rtp/rtcp-read.ts";
import { meterViewer, shownTo } from "#testing/rooms/metered-viewer.ts";

const stepMs = 40;
const packetsAStep = 4;
const price = { rate: 60, freeSeconds: 0, units: 0, spent: 0, held: 60, capTokens: null };
/** The time that an engine waits for a viewer who is silent, and a show for a fan who is away. */
const unpaidSecondsMax = 8 + 20;

/** One playback session: what the engine sends, and what its viewer claims of it. */
class Playback {
  readonly flow = new ConfirmedFlow();
  readonly bornMs: number;
  sent = 0;
  #highest = 0;
  #lost = 0;

  constructor(bornMs: number) {
    this.bornMs = bornMs;
  }

  send(nowMs: number): void {
    this.sent += packetsAStep;
    this.flow.countSent(0, this.sent, nowMs);
  }

  /** Reports everything up to now, or no further than `upTo`, of which this share came. */
  report(nowMs: number, share: number, upTo = this.sent): void {
    this.#lost += Math.round((upTo - this.#highest) * (1 - share));
    this.#highest = upTo;
    const video: ReportBlock = { ssrc: 9, lossRatio: 0, lost: this.#lost, highest: upTo };
    this.flow.report(upTo > 0 ? { video } : {}, nowMs);
  }

  /** The packets that were taken for lost have come after all: they were asked for again. */
  repair(): void {
    this.#lost = 0;
  }

  get reported(): number {
    return this.#highest;
  }

  connected(nowMs: number): boolean {
    return this.flow.unconfirmedMs(nowMs) < limits.viewerSilenceMs;
  }
}

type Client = {
  /** Called each 40 ms; `ms` is since the show began. */
  step(playback: Playback, nowMs: number, ms: number): void;
  /** Whether what is sent at this time is sent at all. */
  sends?(ms: number): boolean;
  /** After so many ms its playback is left for another one. */
  reopensMs?: number;
};

/** Lets a fan watch a show at a token a second by this client; answers how it went. */
async function watch(client: Client, seconds: number) {
  let over: string | null = null;
  const viewer = meterViewer(
    { ...shownTo, role: "payer", meter: { ...shownTo.meter, price } },
    {
      keep: async (_lease, all) =>
        new Map(
          all.map(({ id, rate }) => [id, { modelPaused: false, rate, rateSince: null, offerExpired: false }]),
        ),
      slice: async (_id, { price: at }) => {
        const spent = Math.floor((at?.units ?? 0) / 60);
        return { spent, held: 60, limited: false };
      },
      over: async (_one, reason) => {
        over ??= reason;
      },
    },
  );
  const beganMs = viewer.now();
  let playback = new Playback(beganMs);
  let pauses = 0;
  let sentMs = 0;
  const departed: Playback[] = [];
  while (over === null && viewer.now() - beganMs < seconds * 1_000) {
    viewer.pass(stepMs);
    const nowMs = viewer.now();
    const ms = nowMs - beganMs;
    if (nowMs - playback.bornMs >= (client.reopensMs ?? Number.POSITIVE_INFINITY)) {
      departed.push(playback);
      playback = new Playback(nowMs);
    }
    if (client.sends?.(ms) ?? true) {
      playback.send(nowMs);
      sentMs += stepMs;
    }
    client.step(playback, nowMs, ms);
    if (ms % 1_000 !== 0) continue;
    await viewer.reportRoom({
      viewers: [{ ...of(playback, nowMs), connected: playback.connected(nowMs), packetsSent: playback.sent }],
      departed: departed.map((one) => of(one, nowMs)),
      mediaSent: client.sends?.(ms) ?? true,
    });
    if (viewer.measured()?.pause === "fan_media_lost") pauses += 1;
  }
  viewer.stop();
  const paidSeconds = (viewer.measured()?.servedMs ?? 0) / 1_000;
  return { over, pauses, paidSeconds, sentSeconds: sentMs / 1_000 };
}

const of = (playback: Playback, nowMs: number) => ({
  sessionId: String(playback.bornMs),
  sentMs: playback.flow.sentMs,
  flowed: playback.flow.intervals(nowMs),
});

/** Reports this share each so many ms. */
const every = (intervalMs: number, share: (ms: number) => number): Client => ({
  step: (playback, nowMs, ms) => {
    if (ms % intervalMs === 0) playback.report(nowMs, share(ms));
  },
});

const cheats: Record<string, Client> = {
  "all of it is lost": every(1_000, () => 0),
  "all of it is lost, a hundred times a minute": every(600, () => 0),
  "nine tenths are lost": every(1_000, () => 0.1),
  "half of it is lost, in reports that come late": every(2_600, () => 0.5),
  "all of it is lost, but for a second in eight": every(1_000, (ms) => (ms % 8_000 === 0 ? 1 : 0)),
  "all of it is lost, but for three seconds in twenty": every(1_000, (ms) => (ms % 20_000 < 3_000 ? 1 : 0)),
  "one packet more has come with each report": {
    step: (playback, nowMs, ms) => {
      if (ms % 1_000 === 0) playback.report(nowMs, 1, playback.reported + 1);
    },
  },
  "nothing has come, in one playback after the other": {
    reopensMs: 6_000,
    step: (playback, nowMs, ms) => {
      if (ms % 1_000 === 0) playback.report(nowMs, 1, 0);
    },
  },
};

test.each(Object.entries(cheats))(
  "R-OPEN-63: who claims that %s does not go on watching for nothing",
  async (_claim, client) => {
    const { over, paidSeconds, sentSeconds } = await watch(client, 900);
    expect(over).toBe("fan_left");
    expect(sentSeconds - paidSeconds * 1.25).toBeLessThanOrEqual(unpaidSecondsMax + 1);
  },
);

test("R-OPEN-63: a fan to whom nearly nothing comes is shown that it does not, then has left", async () => {
  const { over, pauses, sentSeconds } = await watch(
    every(1_000, () => 0.05),
    900,
  );
  expect(over).toBe("fan_left");
  expect(pauses).toBeGreaterThanOrEqual(18);
  expect(sentSeconds).toBeGreaterThanOrEqual(unpaidSecondsMax);
});

const unsteady = [520, 1_480, 1_000, 760, 1_240, 2_480];

const honest: Record<string, Client> = {
  "a third of the packets is lost": every(1_000, () => 0.67),
  "what was lost comes when it is asked for again": {
    step: (playback, nowMs, ms) => {
      if (ms % 1_000 !== 0) return;
      if (ms % 3_000 === 0) playback.repair();
      playback.report(nowMs, 0.7);
    },
  },
  "reports come at odd times, and a third of them is lost": {
    step: (playback, nowMs, ms) => {
      const dueMs = unsteady[Math.floor(ms / 2_500) % unsteady.length] ?? 1_000;
      if (ms % dueMs < stepMs && Math.floor(ms / 1_000) % 3 !== 0) playback.report(nowMs, 1);
    },
  },
  "the network is away for five seconds of each minute": {
    step: (playback, nowMs, ms) => {
      const isAway = ms % 60_000 >= 30_000 && ms % 60_000 < 35_000;
      if (ms % 1_000 === 0 && !isAway) playback.report(nowMs, ms % 60_000 === 35_000 ? 0.2 : 1);
    },
  },
  "the model sends nothing for half a minute, again and again": {
    sends: (ms) => ms % 60_000 < 30_000,
    step: (playback, nowMs, ms) => {
      if (ms % 1_000 === 0) playback.report(nowMs, 1);
    },
  },
  "the picture begins after four seconds": {
    sends: (ms) => ms > 4_000,
    step: (playback, nowMs, ms) => {
      if (ms % 1_000 === 0) playback.report(nowMs, 1);
    },
  },
  "no report is ever sent": { step: () => {} },
};

test.each(Object.entries(honest))(
  "R-OPEN-63: a fan watches on for a quarter of an hour while %s",
  async (_case, client) => {
    const { over, pauses, paidSeconds, sentSeconds } = await watch(client, 900);
    expect(over).toBeNull();
    expect(pauses).toBe(0);
    expect(paidSeconds).toBeGreaterThan(sentSeconds * 0.9);
    expect(paidSeconds).toBeLessThanOrEqual(sentSeconds);
  },
);
