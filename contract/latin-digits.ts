/** The digits of all scripts as 0 to 9. In each script they follow each other from its zero on. */
export function inLatinDigits(text: string): string {
  return text.normalize("NFKC").replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });
}
