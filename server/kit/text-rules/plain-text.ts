/**
 * A text as rules about words compare it: without case, accents and invisible characters, wide and styled letters as
 * plain ones. The Spanish ñ stays, which makes other words than n.
 */
export function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[^ñ\p{ASCII}]/gu, (letter) => letter.normalize("NFD").replaceAll(/\p{M}/gu, ""))
    .replaceAll(/\p{M}/gu, "");
}
