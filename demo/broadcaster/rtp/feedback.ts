/** A request of the engine to a publisher by RTCP (RFC 4585, RFC 5104). */
export type Feedback = {
  /** A keyframe is wanted soon. */
  keyframe: boolean;
  /** Sequence numbers of video packets to send again. */
  lost: number[];
};

const goodbye = 203;
const transportFeedback = 205;
const payloadFeedback = 206;
const genericNack = 1;
const pictureLoss = 1;
const fullIntraRequest = 4;
const feedbackHeaderBytes = 12;

/** RTCP and RTP share a port; packet types 192…223 are RTCP (RFC 5761). */
export const isRtcp = (packet: Uint8Array): boolean =>
  packet.length >= 8 && (packet[1] ?? 0) >= 192 && (packet[1] ?? 0) <= 223;

function lostNumbers(part: Buffer): number[] {
  const lost: number[] = [];
  for (let at = feedbackHeaderBytes; at + 4 <= part.length; at += 4) {
    const first = part.readUInt16BE(at);
    const following = part.readUInt16BE(at + 2);
    lost.push(first);
    for (let bit = 0; bit < 16; bit++) if (following & (1 << bit)) lost.push((first + bit + 1) & 0xffff);
  }
  return lost;
}

/** Reads one RTCP datagram, which may hold several packets. Anything malformed ends the reading quietly. */
export function readFeedback(datagram: Buffer): Feedback {
  const feedback: Feedback = { keyframe: false, lost: [] };
  for (const { type, format, part } of partsOf(datagram)) {
    if (type === payloadFeedback && (format === pictureLoss || format === fullIntraRequest))
      feedback.keyframe = true;
    if (type === transportFeedback && format === genericNack) feedback.lost.push(...lostNumbers(part));
  }
  return feedback;
}

/** Whether the engine reports that it receives no more (RFC 3550, section 6.6): another publisher took over. */
export function isGoodbye(datagram: Buffer): boolean {
  return partsOf(datagram).some(({ type }) => type === goodbye);
}

function partsOf(datagram: Buffer): { type: number; format: number; part: Buffer }[] {
  const parts: { type: number; format: number; part: Buffer }[] = [];
  for (let at = 0; at + 8 <= datagram.length;) {
    const bytes = (datagram.readUInt16BE(at + 2) + 1) * 4;
    if (at + bytes > datagram.length) break;
    const part = datagram.subarray(at, at + bytes);
    parts.push({ type: part.readUInt8(1), format: part.readUInt8(0) & 0x1f, part });
    at += bytes;
  }
  return parts;
}
