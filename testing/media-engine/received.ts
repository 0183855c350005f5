import { unwrapSequence } from "#engine/rtp/sequence.ts";
import { type Peer, peerPayloadTypes } from "./peer.ts";

/** The packets of one payload type that came. */
export const ofType = ({ rtp }: Pick<Peer, "rtp">, payloadType: number) =>
  rtp.filter((packet) => ((packet[1] ?? 0) & 0x7f) === payloadType);

/** Full sequence numbers of the VP8 packets that came, repeats counted in their original's place. */
export function received(peer: Pick<Peer, "rtp">): number[] {
  const repeats = ofType(peer, peerPayloadTypes.rtx).map((packet) => packet.readUInt16BE(12));
  const pictures = ofType(peer, peerPayloadTypes.vp8).map((packet) => packet.readUInt16BE(2));
  const numbers = [...pictures, ...repeats];
  const first = numbers[0] ?? 0;
  return numbers.map((number) => unwrapSequence(number, first)).sort((a, b) => a - b);
}

/** Whether every number follows the one before. */
export const isWithoutGap = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number - (numbers[index - 1] ?? 0) <= 1);
