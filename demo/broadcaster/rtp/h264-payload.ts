/** H.264 in RTP, RFC 6184, packetization-mode 1. */

/** Payload bytes in one packet; with RTP, SRTP, UDP and IP around it, it stays below every common path's limit. */
export const PAYLOAD_BYTES_MAX = 1_100;

const STAP_A = 24;
const FU_A = 28;
const START_BIT = 0x80;
const END_BIT = 0x40;
const TYPE_MASK = 0x1f;
const IMPORTANCE_MASK = 0x60;

/** The type of a NAL unit: 5 a keyframe's slice, 7 and 8 the parameter sets. */
export const nalType = (nal: Uint8Array): number => (nal[0] ?? 0) & TYPE_MASK;

/** Several small NAL units in one packet (§5.7.1). */
function aggregate(nals: readonly Buffer[]): Buffer {
  const importance = Math.max(...nals.map((nal) => (nal[0] ?? 0) & IMPORTANCE_MASK));
  const parts = nals.flatMap((nal) => {
    const size = Buffer.alloc(2);
    size.writeUInt16BE(nal.length);
    return [size, nal];
  });
  return Buffer.concat([Buffer.from([importance | STAP_A]), ...parts]);
}

/** One large NAL unit in several packets (§5.8); its own header byte travels in the two FU bytes. */
function fragment(nal: Buffer): Buffer[] {
  const header = nal[0] ?? 0;
  const indicator = (header & IMPORTANCE_MASK) | FU_A;
  const room = PAYLOAD_BYTES_MAX - 2;
  const fragments: Buffer[] = [];
  for (let at = 1; at < nal.length; at += room) {
    const bits = (at === 1 ? START_BIT : 0) | (at + room >= nal.length ? END_BIT : 0);
    fragments.push(
      Buffer.concat([Buffer.from([indicator, bits | (header & TYPE_MASK)]), nal.subarray(at, at + room)]),
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
    if (nal.length > PAYLOAD_BYTES_MAX) {
      flush();
      payloads.push(...fragment(nal));
      continue;
    }
    if (aggregatedBytes([...small, nal]) > PAYLOAD_BYTES_MAX) flush();
    small.push(nal);
  }
  flush();
  return payloads;
}
