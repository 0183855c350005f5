import { describe, expect, test } from "vitest";
import { ConfirmedFlow } from "#engine/confirmed-flow.ts";
import type { ReportBlock } from "#engine/rtp/rtcp-read.ts";

const stepMs = 40;
type Kind = "audio" | "video";

/** A viewer to whom packets go every 40 ms, four of video and one of audio, over a network that loses what it is told to. */
class Watching {
  readonly flow = new ConfirmedFlow();
  nowMs = 0;
  /** What the viewer is sent, and what of it comes. */
  sends: Record<Kind, boolean> = { audio: false, video: true };
  comes: Record<Kind, boolean> = { audio: true, video: true };
  readonly #sent: Record<Kind, number> = { audio: 0, video: 0 };
  readonly #blocks: { [kind in Kind]?: ReportBlock } = {};

  /** Plays for so long; each second the viewer reports, when it is told to. */
  play(seconds: number, reports: "all" | "audio" | "none" = "all"): void {
    for (const endMs = this.nowMs + seconds * 1000; this.nowMs < endMs; ) {
      this.nowMs += stepMs;
      this.#send("audio", 1);
      this.#send("video", 4);
      this.flow.countSent(this.#sent.audio, this.#sent.video, this.nowMs);
      if (reports !== "none" && this.nowMs % 1000 === 0) this.report(reports);
    }
  }

  report(what: "all" | "audio" = "all"): void {
    const { audio, video } = this.#blocks;
    this.flow.report(what === "all" ? { audio, video } : { audio }, this.nowMs);
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

/** What counts is known to within two packets and a mark. */
function expectCounted({ flow }: Watching, ms: number, when?: string): void {
  expect(flow.ms, when).toBeLessThanOrEqual(ms);
  expect(flow.ms, when).toBeGreaterThan(ms - 150);
}

/** Who has watched for five seconds. */
function afterFiveSeconds(): Watching {
  const viewer = new Watching();
  viewer.play(5);
  expectCounted(viewer, 5_000);
  return viewer;
}

describe("the time that a fan pays for", () => {
  test("R-OPEN-63: leaves out a network that was away, whatever the first reports after it tell", () => {
    for (const first of ["stands still", "is empty", "tells what was lost"]) {
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

  test("R-OPEN-63: leaves out the time in which reports come and tell that the picture does not", () => {
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
      expectCounted(viewer, 5_400, "the first report tells of those on their way");
      viewer.comes = { audio: true, video: true };
      viewer.play(2.6);
      viewer.report();
      expect(viewer.flow.ms, `${seconds} seconds away`).toBeGreaterThan(7_800);
      expect(viewer.flow.ms, `${seconds} seconds away`).toBeLessThan(8_600);
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

  test("R-OPEN-63: leaves out a picture that never came", () => {
    const viewer = new Watching();
    viewer.comes.video = false;
    viewer.flow.report({}, viewer.nowMs);
    viewer.play(6);
    expect(viewer.flow.ms).toBe(0);
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

  test("tells for how long nothing has come; a viewer that sends no reports is believed", () => {
    const viewer = afterFiveSeconds();
    viewer.comes.video = false;
    viewer.play(8);
    expect(viewer.flow.unconfirmedMs(viewer.nowMs)).toBe(8_000);
    const silent = new Watching();
    silent.play(8, "none");
    expect(silent.flow.unconfirmedMs(silent.nowMs)).toBe(0);
    expect(silent.flow.ms).toBe(8_000 - stepMs);
  });
});
