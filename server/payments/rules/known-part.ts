/** A notice of a part that went back, and what is known of the payment's parts of that sum. */
export type NoticeOfPart = {
  /** The gateway's number in the notice. */
  number: string;
  /** The gateway's number of the sale itself: a notice that names no other does not show which part it is about. */
  saleNumber: string | null;
  /** The numbers of the parts that staff have asked for, of that sum; null: none of its own is known. */
  parts: readonly (string | null)[];
  /** The numbers in the notices that were taken for such parts before. */
  noticed: readonly (string | null)[];
};

/**
 * Whether a notice belongs to a part that staff have asked for here: by the number of the part where it has one of
 * its own, otherwise as long as there are fewer notices than parts. Any other sum that goes back was given back
 * elsewhere, and somebody has to look.
 */
export function isKnownPart({ number, saleNumber, parts, noticed }: NoticeOfPart): boolean {
  const isNumbered = number !== saleNumber;
  if (isNumbered && parts.includes(number)) return true;
  const hasOwn = (known: string | null) => known !== null && known !== saleNumber;
  // A part with a number of its own is not what a notice with another one is about.
  const unnumbered = isNumbered ? parts.filter((part) => !hasOwn(part)) : parts;
  const taken = noticed.filter(
    (known) => !isNumbered || !parts.some((part) => hasOwn(part) && part === known),
  );
  return taken.length < unnumbered.length;
}
