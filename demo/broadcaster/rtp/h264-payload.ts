/** H.264 in RTP, RFC 6184, packetization-mode 1. */

/** Payload bytes in one packet; with RTP, SRTP, UDP and IP around it, it stays below every common path's limit. */
export const payloadBytesMax = 1_100;

const stapA = 24;
const fuA = 28;
const startBit = 0x80;
const endBit = 0x40;
const typeMask = 0x1f;
const importanceMask = 0x60;

/** The type of a NAL unit: 5 a keyframe's slice, 7 and 8 the parameter sets. */
export const nalType = (nal: Uint8Array): number => (nal[0] ?? 0) & typeMask;

/** Several small NAL units in one packet (§5.7.1). */
function aggregate(nals: readonly Buffer[]): Buffer {
  const importance = Math.max(...nals.map((nal) => (nal[0] ?? 0) & importanceMask));
  const parts = nals.flatMap((nal) => {
    const size = Buffer.alloc(2);
    size.writeUInt16BE(nal.length);
    return [size, nal];
  });
  return Buffer.concat([Buffer.from([importance | stapA]), ...parts]);
}

/** One large NAL unit in several packets (§5.8); its own header byte travels in the two FU bytes. */
function fragment(nal: Buffer): Buffer[] {
  const header = nal[0] ?? 0;
  const indicator = (header & importanceMask) | fuA;
  const room = payloadBytesMax - 2;
  const fragments: Buffer[] = [];
  for (let at = 1; at < nal.length; at += room) {
    const bits = (at === 1 ? startBit : 0) | (at + room >= nal.length ? endBit : 0);
    fragments.push(
      Buffer.concat([Buffer.from([indicator, bits | (header & typeMask)]), nal.subarray(at, at + room)]),
    );
  }
  return fragments;
}

const aggregatedBytes = (nals: readonly Buffer[]) => nals.reduce((sum, nal) => sum + 2 + nal.length, 1);

/** Cuts the NAL units of one picture into RTP payloads: small neighbours together, large ones in pieces. */
export function packetize(nals: readonly Buffer[]): Buffer[] {
  const payloads: Buffer[] = [];
  let small: Buffer[] = [];
  const flush = () => {
    const [only] = small;
    if (small.length === 1 && only) payloads.push(only);
    else if (small.length > 1) payloads.push(aggregate(small));
    small = [];
  };
  for (const nal of nals) {
    if (nal.length > payloadBytesMax) {
      flush();
      payloads.push(...fragment(nal));
      continue;
    }
    if (aggregatedBytes([...small, nal]) > payloadBytesMax) flush();
    small.push(nal);
  }
  flush();
  return payloads;
}
