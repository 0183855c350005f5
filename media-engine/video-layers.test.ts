import { describe, expect, test } from "vitest";
import { LayerChoice } from "#engine/layer-choice.ts";
import { Publisher } from "#engine/publisher.ts";
import { extensionUris } from "#engine/rtp/extensions.ts";
import type { VideoLayer } from "#engine/video-layer.ts";
import { createH264LayerSources, type Rid, ridExtensionId, ridOf } from "#testing/media-engine/simulcast.ts";

const frameMs = 40;
/** Moments of the second between two reviews. */
const phases = [0, 200, 400, 800];

const codec = { name: "H264", payloadType: 106, rtxPayloadType: null } as const;
const offered = {
  kind: "video",
  protocol: "UDP/TLS/RTP/SAVPF",
  payloads: "106",
  mid: "0",
  direction: "sendonly" as const,
  codecs: [],
  extensionIds: new Map([[extensionUris.rid, ridExtensionId]]),
  supportsRemb: false,
  sendRids: ["h", "m", "l"],
  retransmissionPairs: [],
};

/** A publisher of H264 that sends those of three layers which the test chooses, 25 frames a second. */
class Publishing {
  nowMs = 0;
  readonly #sources = createH264LayerSources(90 * frameMs);
  readonly #layers = new Map<Rid, VideoLayer>();
  readonly #publisher = new Publisher({
    sessionId: "p",
    media: {
      audio: null,
      video: { codec: { ...codec, clockHz: 90_000, channels: null, parameters: "" }, offered },
    },
    videoSsrc: 9,
    send: () => {},
    onMedia: ({ packet }, layer) => {
      // Parameter sets are the same in all layers: the picture behind them shows which one it is.
      const rid = ridOf(packet);
      if (rid && layer) this.#layers.set(rid, layer);
    },
  });
  #sent: readonly Rid[] = [];

  /** Sends these layers for so long, each that was not sent before from a keyframe on. */
  send(rids: readonly Rid[], ms: number, eachFrame = () => {}): void {
    for (const untilMs = this.nowMs + ms; this.nowMs < untilMs;) {
      this.nowMs += frameMs;
      for (const { rid, source } of this.#sources.filter((each) => rids.includes(each.rid)))
        for (const packet of source.nextFrame({ keyframe: !this.#sent.includes(rid) }))
          this.#publisher.receive(packet, this.nowMs);
      this.#sent = rids;
      if (this.nowMs % 1000 === 0) this.#publisher.report(this.nowMs);
      eachFrame();
    }
  }

  /** The layer for a viewer of this choice, who is sent `current`. */
  pick(choice: LayerChoice, current: Rid): Rid | undefined {
    const picked = choice.pick(this.#publisher.layers.ranked, this.#layers.get(current) ?? null, this.nowMs);
    return [...this.#layers].find(([, layer]) => layer === picked)?.[0];
  }
}

describe("a layer whose keyframes show no size", () => {
  test("keeps its place while it is away and when it comes back, at whatever moment of a second", () => {
    for (const stopMs of phases) {
      for (const awayMs of phases.map((ms) => 2000 + ms)) {
        const publishing = new Publishing();
        publishing.send(["l", "m", "h"], 3000 + stopMs);
        const [low, lowered] = [new LayerChoice("low"), new LayerChoice("auto")];
        expect(publishing.pick(lowered, "h")).toBe("h");
        lowered.onLoss(0.15, publishing.nowMs);
        const seen = new Set<string>();
        const note = () => seen.add(`${publishing.pick(low, "l")} ${publishing.pick(lowered, "m")}`);
        publishing.send(["l", "m"], awayMs, note);
        publishing.send(["l", "m", "h"], 3000, note);
        expect([...seen], `away from ${3000 + stopMs} for ${awayMs} ms`).toEqual(["l m"]);
      }
    }
  });

  test("takes the highest place when it begins late, until it is known what it takes", () => {
    for (const beginMs of phases) {
      const publishing = new Publishing();
      publishing.send(["l", "m"], 3000 + beginMs);
      const [low, auto] = [new LayerChoice("low"), new LayerChoice("auto")];
      const seen = new Set<string>();
      const note = () => seen.add(`${publishing.pick(low, "l")} ${publishing.pick(auto, "m")}`);
      publishing.send(["l", "m", "h"], 2000, note);
      expect([...seen], `begun at ${3000 + beginMs}`).toEqual(["l m"]);
      seen.clear();
      publishing.send(["l", "m", "h"], 2000, note);
      expect([...seen], `begun at ${3000 + beginMs}`).toEqual(["l h"]);
    }
  });
});
