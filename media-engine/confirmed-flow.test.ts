import { describe, expect, test } from "vitest";
import { ConfirmedFlow } from "#engine/confirmed-flow.ts";
import type { ReportBlock } from "#engine/rtp/rtcp-read.ts";
import type { Stretch } from "#server/kit/stretches.ts";
import { countFlow } from "#server/shows/rules/flow.ts";

const stepMs = 40;
type Kind = "audio" | "video";

/**
 * A viewer to whom packets go every 40 ms, four of video and one of audio, over a network that loses what the test
 * chooses.
 */
class Watching {
  readonly flow = new ConfirmedFlow();
  nowMs = 0;
  #countedMs = 0;
  #counted: Stretch[] = [];
  /** The kinds of media that the viewer is sent, and the share of them that arrives. */
  sends: Record<Kind, boolean> = { audio: false, video: true };
  comes: Record<Kind, boolean> = { audio: true, video: true };
  readonly #sent: Record<Kind, number> = { audio: 0, video: 0 };
  readonly #blocks: { [kind in Kind]?: ReportBlock } = {};

  /** Plays for so long; each second the viewer reports, where the test lets it. */
  play(seconds: number, reports: "all" | "audio" | "none" = "all"): void {
    for (const endMs = this.nowMs + seconds * 1000; this.nowMs < endMs;) {
      this.nowMs += stepMs;
      this.#send("audio", 1);
      this.#send("video", 4);
      this.flow.countSent(this.#sent.audio, this.#sent.video, this.nowMs);
      if (reports !== "none" && this.nowMs % 1000 === 0) this.report(reports);
      if (this.nowMs % 1000 === 0) this.count();
    }
  }

  report(what: "all" | "audio" = "all"): void {
    const { audio, video } = this.#blocks;
    this.flow.report(what === "all" ? { audio, video } : { audio }, this.nowMs);
  }

  /** For how long media has flowed, as the meter counts what is reported each second. */
  count(): number {
    const span = { fromMs: 0, toMs: this.nowMs };
    const reported = this.flow.intervals(this.nowMs);
    const { ms, counted } = countFlow(reported, { span, pauses: [], counted: this.#counted });
    this.#countedMs += ms;
    this.#counted = counted;
    return this.#countedMs;
  }

  #send(kind: Kind, packets: number): void {
    if (!this.sends[kind]) return;
    const before = this.#sent[kind];
    this.#sent[kind] += packets;
    if (!this.comes[kind]) return;
    // As RFC 3550 counts: what is missing below the highest number is lost.
    const known = this.#blocks[kind] ?? { highest: before, lost: 0 };
    const lost = known.lost + (before - known.highest);
    this.#blocks[kind] = { ssrc: kind === "video" ? 9 : 8, lossRatio: 0, lost, highest: this.#sent[kind] };
  }
}

/** The counted time is known to within two packets and a mark. */
function expectCounted(viewer: Watching, ms: number, when?: string): void {
  const flowedMs = viewer.count();
  expect(flowedMs, when).toBeLessThanOrEqual(ms);
  expect(flowedMs, when).toBeGreaterThan(ms - 150);
}

/** A viewer who has watched for five seconds. */
function afterFiveSeconds(): Watching {
  const viewer = new Watching();
  viewer.play(5);
  expectCounted(viewer, 5_000);
  return viewer;
}

describe("the time that a fan pays for", () => {
  test("R-OPEN-63: leaves out a network that was away, whatever the first reports after it contain", () => {
    for (const first of ["stands still", "is empty", "counts what was lost"]) {
      const viewer = afterFiveSeconds();
      viewer.comes = { audio: false, video: false };
      viewer.play(5, "none");
      if (first === "stands still") viewer.report();
      if (first === "is empty") viewer.flow.report({}, viewer.nowMs);
      expectCounted(viewer, 5_000, first);
      viewer.comes = { audio: true, video: true };
      viewer.play(3);
      expectCounted(viewer, 8_000, first);
    }
  });

  test("R-OPEN-63: leaves out the time in which reports come and show that the picture does not", () => {
    for (const reports of ["all", "audio"] as const) {
      const viewer = new Watching();
      viewer.sends.audio = true;
      viewer.play(5);
      viewer.comes.video = false;
      viewer.play(7, reports);
      expectCounted(viewer, 5_000);
      viewer.comes.video = true;
      viewer.play(3);
      expectCounted(viewer, 8_000);
    }
  });

  test("R-OPEN-63: leaves out a network that went just after packets that were on their way", () => {
    for (const seconds of [2, 5]) {
      const viewer = afterFiveSeconds();
      viewer.play(0.4, "none");
      viewer.comes = { audio: false, video: false };
      viewer.play(seconds, "none");
      viewer.report();
      expectCounted(viewer, 5_400, "the first report covers those on their way");
      viewer.comes = { audio: true, video: true };
      viewer.play(2.6);
      viewer.report();
      expect(viewer.count(), `${seconds} seconds away`).toBeGreaterThan(7_800);
      expect(viewer.count(), `${seconds} seconds away`).toBeLessThan(8_600);
    }
  });

  test("R-OPEN-63: goes by the sound where the last of a picture that ended never came", () => {
    const viewer = afterFiveSeconds();
    viewer.sends.audio = true;
    viewer.play(2);
    viewer.comes.video = false;
    viewer.play(stepMs / 1000);
    viewer.sends.video = false;
    viewer.play(6);
    expect(viewer.flow.unconfirmedMs(viewer.nowMs)).toBeLessThan(1_000);
    expectCounted(viewer, 13_000);
  });

  test("R-OPEN-63: leaves out a picture that never came, and what was sent before it came at last", () => {
    const viewer = new Watching();
    viewer.comes.video = false;
    viewer.flow.report({}, viewer.nowMs);
    viewer.play(6);
    expect(viewer.count()).toBe(0);
    viewer.comes.video = true;
    viewer.play(3);
    expectCounted(viewer, 3_000);
  });

  test("R-OPEN-63: is reported by moments: the time in which a network was away does not count as flow", () => {
    const viewer = afterFiveSeconds();
    viewer.comes.video = false;
    viewer.play(3, "none");
    viewer.comes.video = true;
    viewer.play(2);
    const [before, doubtful, after, ...more] = viewer.flow.intervals(viewer.nowMs);
    expect(more).toEqual([]);
    const isWhole = (one: typeof before) => one && one.flowedMs === one.toMs - one.fromMs;
    expect([before, doubtful, after].map(isWhole)).toEqual([true, false, true]);
    expect(before).toMatchObject({ fromMs: stepMs, toMs: 5_000 });
    expect(doubtful).toMatchObject({ fromMs: 5_000, toMs: 9_000 });
    expect(doubtful?.flowedMs).toBeGreaterThan(900);
    expect(doubtful?.flowedMs).toBeLessThanOrEqual(1_000);
    expect(after?.fromMs).toBe(9_000);
  });

  test("R-OPEN-63: of a viewer who has not reported yet nothing is counted, until they are taken for one who never does", () => {
    const viewer = new Watching();
    viewer.play(2, "none");
    expect(viewer.flow.intervals(viewer.nowMs)).toEqual([]);
    viewer.report();
    expectCounted(viewer, 2_000, "their first report confirms it");
    const silent = new Watching();
    silent.play(4, "none");
    expectCounted(silent, 4_000);
    silent.comes.video = false;
    silent.play(1, "none");
    silent.report();
    expect(silent.count(), "what was believed stays, and is not counted again").toBeLessThanOrEqual(5_000);
  });

  test("covers the last half minute only, however long it has flowed", () => {
    const viewer = new Watching();
    viewer.play(100);
    // To the mark before the newest packet.
    const toMs = viewer.nowMs - stepMs;
    expect(viewer.flow.intervals(viewer.nowMs)).toEqual([{ fromMs: 70_000, toMs, flowedMs: toMs - 70_000 }]);
    expectCounted(viewer, 100_000);
    viewer.nowMs += 31_000;
    expect(viewer.flow.intervals(viewer.nowMs)).toEqual([]);
  });

  test("R-OPEN-63: goes on through losses, through late reports, and by the sound while there is no picture", () => {
    const viewer = afterFiveSeconds();
    for (let n = 0; n < 25; n++) {
      viewer.comes.video = n % 5 !== 0;
      viewer.play(stepMs / 1000);
    }
    viewer.play(1);
    expectCounted(viewer, 7_000, "a fifth is lost");
    viewer.play(4, "none");
    viewer.play(1);
    expectCounted(viewer, 12_000, "a report comes late");
    viewer.sends = { audio: true, video: false };
    viewer.play(5, "audio");
    expectCounted(viewer, 17_000, "sound alone");
  });

  test("does not count a pause of the model, nor take what comes after it for doubtful", () => {
    const viewer = afterFiveSeconds();
    viewer.sends.video = false;
    viewer.play(60);
    viewer.sends.video = true;
    viewer.play(1);
    expectCounted(viewer, 6_000);
    expect(viewer.flow.unconfirmedMs(viewer.nowMs)).toBe(0);
  });

  test("answers for how long nothing has come; a viewer that sends no reports is believed", () => {
    const viewer = afterFiveSeconds();
    viewer.comes.video = false;
    viewer.play(8);
    expect(viewer.flow.unconfirmedMs(viewer.nowMs)).toBe(8_000);
    const silent = new Watching();
    silent.play(8, "none");
    expect(silent.flow.unconfirmedMs(silent.nowMs)).toBe(0);
    expect(silent.count()).toBe(8_000 - stepMs);
  });
});
