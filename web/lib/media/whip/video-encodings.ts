/** Of a picture whose shorter side is at least this many pixels three sizes are worth sending, and two. */
const threeFrom = 540;
const twoFrom = 300;
/** A picture of half the width and height needs about this share of the bit rate. */
const halfShare = 0.28;

/**
 * The simulcast layers of a picture, each half as wide and high as the next: `l` and `h`, or `l`, `m` and `h`; one without a
 * name where the picture is small or its size unknown. The lowest stands first, because browsers send the first ones when
 * the network does not carry all.
 */
export function videoEncodings(
  { width = 0, height = 0 }: { width?: number; height?: number },
  bitsPerSecondMax: number,
): RTCRtpEncodingParameters[] {
  const shorter = Math.min(width, height);
  if (shorter < twoFrom) return [{ maxBitrate: bitsPerSecondMax }];
  const rids = shorter < threeFrom ? ["l", "h"] : ["l", "m", "h"];
  return rids.map((rid, index) => {
    const halvings = rids.length - 1 - index;
    const maxBitrate = Math.round(bitsPerSecondMax * halfShare ** halvings);
    return { rid, scaleResolutionDownBy: 2 ** halvings, maxBitrate };
  });
}
