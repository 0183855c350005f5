const grouped = /^[1-9]\d{0,2}([\s.,])\d{3}(\1\d{3})*$/;

/**
 * A whole number as people type it: digits, or groups of three that a point, a comma or a space divides; NaN for anything
 * else. `Number` reads the thousand of a Spanish page, "1.000", as one, and would let it be sold for that.
 */
export function wholeNumber(typed: string): number {
  const text = typed.trim();
  const value = Number(text.replaceAll(/\D/g, ""));
  return (/^\d+$/.test(text) || grouped.test(text)) && Number.isSafeInteger(value) ? value : Number.NaN;
}
