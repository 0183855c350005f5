/**
 * Finds the full sequence number that a 16-bit one stands for: the one nearest to `newest` (RFC 3550, appendix A.1).
 * Full numbers never wrap, so the rest of the engine compares and subtracts them freely.
 */
export function unwrapSequence(sequence: number, newest: number): number {
  const distance = ((sequence - newest + 0x8000) & 0xffff) - 0x8000;
  return newest + distance;
}
