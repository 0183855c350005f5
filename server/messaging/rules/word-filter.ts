import { plainText } from "#server/kit/text-rules/plain-text.ts";

/** Digits and signs that are written in place of letters. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...{ a: "4@", b: "8", e: "3€", g: "9", i: "1!|", l: "1|", o: "0", s: "5$", t: "7+", z: "2" },
  // An author who leaves the tilde out means the same word; an added tilde would make another word.
  ñ: "n",
};
/** Shorter words are found as they are written alone: `a5` is no `as`. */
const disguisedFrom = 3;

/**
 * Whether a text has one of these words or phrases, as whole words and whatever the case and accents: also with its
 * letters apart (`w o r d`, `w.o.r.d`), drawn out (`wooord`) or replaced by signs that look alike (`w0rd`). A number
 * is never taken for a word.
 */
export function hasFilteredWord(words: readonly string[], text: string): boolean {
  if (words.length === 0) return false;
  const plain = plainText(text);
  const kinds = new Map([...new Set(plain)].map((text, kind) => [text, { ...signOf(text), kind }]));
  const signs = [...plain].map((text) => kinds.get(text) as Sign);
  return words.some((word) => has(plain, signs, [...kinds.values()], plainText(word).trim()));
}

/** `kind`: its place among the distinct signs of the text. */
type Sign = { text: string; isLetter: boolean; isInWord: boolean; kind: number };

const signOf = (text: string) => ({
  text,
  isLetter: /\p{L}/u.test(text),
  isInWord: /[\p{L}\p{N}]/u.test(text),
});

function has(text: string, signs: readonly Sign[], kinds: readonly Sign[], word: string): boolean {
  if (word === "") return false;
  if (!/[\p{L}\p{N}]/u.test(word)) return text.includes(word);
  const pattern = patternOf(word);
  const takers = kinds.map((kind) => takersOf(pattern, kind));
  return matches(pattern, signs, takers, /\p{L}/u.test(word));
}

/** The signs that a position takes; null: all that stand between words. */
type Taken = string | null;
/**
 * A pattern as its positions, each with the signs that it takes and the positions that may follow it (V. M. Glushkov, "The
 * abstract theory of automata", 1961). All ways through it are tried at once: the time grows with the text and with the
 * pattern, and not with the number of ways, as that of a regular expression of the language does.
 */
type Pattern = { takes: Taken[]; follow: number[][]; first: number[]; last: Set<number> };
/** A part of a pattern: the positions that it begins and ends with. */
type Part = { first: number[]; last: number[] };

function patternOf(phrase: string): Pattern {
  const takes: Taken[] = [];
  const follow: number[][] = [];
  const one = (taken: Taken): number => {
    follow.push([]);
    return takes.push(taken) - 1;
  };
  const join = (before: readonly number[], after: readonly number[]) => {
    for (const each of before) for (const next of after) follow[each]?.push(next);
  };
  const inTurn = (parts: readonly Part[], between: (before: Part, after: Part) => void): Part => {
    for (const [at, after] of parts.entries()) if (at > 0) between(parts[at - 1] as Part, after);
    return { first: parts[0]?.first ?? [], last: parts.at(-1)?.last ?? [] };
  };
  const plainly = (before: Part, after: Part) => join(before.last, after.first);

  /** Drawn out is three times or more: twice is another word more often than not. */
  const letter = (sign: string): Part => {
    const taken = sign + (lookAlikes[sign] ?? "");
    const [once, twice, thrice] = [one(taken), one(taken), one(taken)];
    join([once], [twice]);
    join([twice, thrice], [thrice]);
    return { first: [once], last: [once, thrice] };
  };
  const word = (text: string): Part => {
    const signs = [...text];
    if (signs.length < disguisedFrom)
      return inTurn(
        signs.map((sign) => {
          const at = one(sign);
          return { first: [at], last: [at] };
        }),
        plainly,
      );
    const together = inTurn(signs.map(letter), (before, after) => {
      plainly(before, after);
      const joint = one("._*'’-");
      join(before.last, [joint]);
      join([joint], after.first);
    });
    const apart = inTurn(signs.map(letter), (before, after) => {
      const gaps = [one(null), one(null), one(null)];
      join(before.last, gaps.slice(0, 1));
      for (const [at, gap] of gaps.entries()) join([gap], [...after.first, ...gaps.slice(at + 1, at + 2)]);
    });
    return { first: [...together.first, ...apart.first], last: [...together.last, ...apart.last] };
  };
  const { first, last } = inTurn(phrase.split(/\s+/).map(word), (before, after) => {
    const gap = one(null);
    join([...before.last, gap], [gap]);
    join([gap], after.first);
  });
  return { takes, follow, first, last: new Set(last) };
}

/** For each position whether it takes such a sign. */
function takersOf({ takes }: Pattern, { text, isInWord }: Sign): Uint8Array {
  const taken = new Uint8Array(takes.length);
  for (const [position, signs] of takes.entries())
    if (signs === null ? !isInWord : signs.includes(text)) taken[position] = 1;
  return taken;
}

/** Whether the pattern stands in the text as whole words; `withLetter`: and a letter in it, so that it is no number. */
function matches(
  { takes, follow, first, last }: Pattern,
  signs: readonly Sign[],
  takers: readonly Uint8Array[],
  withLetter: boolean,
): boolean {
  const onlyNumber = 1;
  const hasLetter = 2;
  /** The positions that have just taken a sign, and what led there. */
  let [reached, next]: [number[], number[]] = [[], []];
  let [ledBy, nextLedBy] = [new Uint8Array(takes.length), new Uint8Array(takes.length)];
  const none = new Uint8Array(takes.length);
  for (const [at, { kind, isLetter }] of signs.entries()) {
    const taker = takers[kind] ?? none;
    const isBegun = signs[at - 1]?.isInWord !== true;
    for (const position of isBegun ? [-1, ...reached] : reached) {
      const led = isLetter ? hasLetter : position < 0 ? onlyNumber : (ledBy[position] ?? 0);
      for (const each of position < 0 ? first : (follow[position] ?? [])) {
        if (taker[each] !== 1) continue;
        if (nextLedBy[each] === 0) next.push(each);
        if (led > (nextLedBy[each] ?? 0)) nextLedBy[each] = led;
      }
    }
    if (signs[at + 1]?.isInWord !== true)
      for (const position of next)
        if (last.has(position) && (!withLetter || nextLedBy[position] === hasLetter)) return true;
    for (const position of reached) ledBy[position] = 0;
    reached.length = 0;
    [reached, next] = [next, reached];
    [ledBy, nextLedBy] = [nextLedBy, ledBy];
  }
  return false;
}
