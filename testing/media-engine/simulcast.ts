import { extensionUris } from "#engine/rtp/extensions.ts";
import { asksForKeyframe, feedbackSource, rtcpParts } from "#engine/rtp/rtcp-read.ts";
import { createFrameSource, type FrameSource, type FrameSourceOptions } from "./frame-source.ts";
import { type Peer, peerPayloadTypes } from "./peer.ts";
import { createVp8Source } from "./vp8-source.ts";

export const ridExtensionId = 4;

/** The layers of a publisher of three. Their numbers begin anywhere, some just before the wrap. */
export const simulcastLayers = [
  {
    rid: "l",
    ssrc: 1,
    fill: 0x11,
    picture: { width: 180, height: 320, firstId: 32_760 },
    packets: 1,
    first: 65_530,
  },
  {
    rid: "m",
    ssrc: 2,
    fill: 0x22,
    picture: { width: 360, height: 640, firstId: 100 },
    packets: 2,
    first: 9_000,
  },
  {
    rid: "h",
    ssrc: 3,
    fill: 0x33,
    picture: { width: 720, height: 1280, firstId: 9_000 },
    packets: 4,
    first: 40_000,
  },
] as const;

export type Rid = (typeof simulcastLayers)[number]["rid"];

/** The layer that a packet of these sources was made for, by the byte that its pictures are made of. */
export function ridOf(packet: Buffer): Rid | undefined {
  const fill = packet.readUInt8(packet.length - 1);
  return simulcastLayers.find((layer) => layer.fill === fill)?.rid;
}

/** One encoder a layer; `ticksPerFrame` is the distance of frames, `packetBytes` the size of packets. */
export function createLayerSources(
  ticksPerFrame: number,
  packetBytes = 200,
): ((typeof simulcastLayers)[number] & { source: FrameSource })[] {
  return simulcastLayers.map((layer) => ({
    ...layer,
    source: createVp8Source({
      ...layer,
      firstSequence: layer.first,
      packetsPerFrame: layer.packets,
      rid: { extensionId: ridExtensionId, name: layer.rid },
      ticksPerFrame,
      packetBytes,
    }),
  }));
}

/** The same in H264, the highest layer first: one more packet a frame each, as fragments come in twos at least. */
export function createH264LayerSources(ticksPerFrame: number): ReturnType<typeof createLayerSources> {
  return simulcastLayers.toReversed().map((layer) => ({
    ...layer,
    source: createH264Source({
      ssrc: layer.ssrc,
      fill: layer.fill,
      firstSequence: layer.first,
      fragmentsPerFrame: layer.packets + 1,
      rid: { extensionId: ridExtensionId, name: layer.rid },
      ticksPerFrame,
    }),
  }));
}

/** Turns a peer's offer of one video source into one of the three layers, as browsers write it (RFC 8853). */
export function offerLayers(offerSdp: string): string {
  const rids = simulcastLayers.map(({ rid }) => rid);
  const lines = [
    `a=extmap:${ridExtensionId} ${extensionUris.rid}`,
    ...rids.map((rid) => `a=rid:${rid} send`),
    `a=simulcast:send ${rids.join(";")}`,
  ];
  return `${offerSdp.replace(/^a=(ssrc|ssrc-group|msid):.*\r\n/gm, "").trimEnd()}\r\n${lines.join("\r\n")}\r\n`;
}

const frameMs = 20;

/** Lets a publishing peer send the layers, with keyframes where they are asked for; returns how to stop that. */
export function broadcastLayers(peer: Peer): () => void {
  const sources = createLayerSources(90 * frameMs);
  const timer = setInterval(() => {
    const asked = peer.rtcp
      .splice(0)
      .flatMap((packet) => [...rtcpParts(packet)])
      .map(({ type, format, part }) => (asksForKeyframe(type, format) ? feedbackSource(part) : null));
    if (!peer.isOpen()) return;
    for (const { ssrc, source } of sources)
      for (const packet of source.nextFrame({ keyframe: asked.includes(ssrc) })) peer.send(packet);
  }, frameMs);
  return () => clearInterval(timer);
}

type SourceOptions = FrameSourceOptions & {
  /** Fragments of each picture, beside the parameter sets of a keyframe. */
  fragmentsPerFrame?: number;
  fragmentBytes?: number;
  /** The parameter sets stand in the offer alone: see {@link offeredParameters}. */
  isWithoutParameters?: boolean;
};

/** Constrained baseline, level 3.1, 1280x720. */
const sequenceParameters = Buffer.from([0x67, 0x42, 0xe0, 0x1f, 0xda, 0x01, 0x40, 0x16, 0xe4]);
const pictureParameters = Buffer.from([0x68, 0xce, 0x3c, 0x80]);

/** The parameter sets of {@link createH264Source} as an offer names them (RFC 6184, section 8.1). */
export const offeredParameters = [sequenceParameters, pictureParameters]
  .map((set) => set.toString("base64"))
  .join();

/** One slice in fragments (RFC 6184, section 5.8) around arbitrary bytes. */
function fragmentsOf(
  nal: number,
  fill: number,
  { fragmentsPerFrame = 4, fragmentBytes = 188 }: SourceOptions,
) {
  return Array.from({ length: fragmentsPerFrame }, (_, index) => {
    const payload = Buffer.alloc(fragmentBytes, fill);
    const [first, last] = [index === 0 ? 0x80 : 0, index === fragmentsPerFrame - 1 ? 0x40 : 0];
    payload[0] = 0x7c;
    payload[1] = first | last | nal;
    return payload;
  });
}

/**
 * Makes RTP as OBS sends it: before each refresh picture its two parameter sets in packets of their own, with its
 * timestamp, and every picture in fragments.
 */
export function createH264Source(options: SourceOptions = {}): FrameSource {
  return createFrameSource(options, peerPayloadTypes.h264, ({ isKeyframe, fill }) =>
    isKeyframe
      ? [
          ...(options.isWithoutParameters ? [] : [sequenceParameters, pictureParameters]),
          ...fragmentsOf(5, fill, options),
        ]
      : fragmentsOf(1, fill, options),
  );
}
