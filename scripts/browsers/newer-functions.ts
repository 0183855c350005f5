/**
 * Functions that the oldest browsers served lack, found in built code by how they are called. Each may occur only where it
 * is guarded: `guard` is found within `reach` characters of it, in the same file. Of libraries, `unused` names the files
 * whose calls belong to what we do not use.
 */
type NewerFunction = { name: string; pattern: RegExp; guard?: RegExp; reach?: number; unused?: RegExp };

/** So far from its use a guard stands in minified code, unless a library keeps what it found out. */
const nearby = 400;

const newerFunctions: readonly NewerFunction[] = [
  { name: "AbortSignal.any", pattern: /AbortSignal\.any\(/g, guard: /typeof AbortSignal\.any==/ },
  { name: "Array.fromAsync", pattern: /Array\.fromAsync\(/g },
  { name: "Array.prototype.toSorted and its like", pattern: /\.to(?:Sorted|Reversed|Spliced)\(/g },
  { name: "caretPositionFromPoint", pattern: /\.caretPositionFromPoint\(/g },
  { name: "closedby, requestClose", pattern: /\.requestClose\(|closedby/g },
  { name: "cookieStore", pattern: /\bcookieStore\./g },
  { name: "CSS.highlights", pattern: /CSS\.highlights/g },
  {
    name: "Element.checkVisibility",
    pattern: /\.checkVisibility\(/g,
    guard: /typeof \w+\.checkVisibility==/,
  },
  { name: "Element.moveBefore", pattern: /\.moveBefore\(/g, guard: /`moveBefore`in|typeof \w+\.moveBefore/ },
  { name: "Error.isError", pattern: /Error\.isError\(/g },
  { name: "hidePopover and its like", pattern: /\.(?:show|hide|toggle)Popover\(/g },
  { name: ":popover-open", pattern: /:popover-open/g, guard: /try\{/ },
  { name: "Intl.DurationFormat", pattern: /Intl\.DurationFormat/g },
  { name: "Intl.Segmenter", pattern: /Intl\.Segmenter\(/g, guard: /typeof Intl\.Segmenter|`Segmenter`in/ },
  {
    name: "Iterator helpers",
    pattern:
      /\bIterator\.from\(|\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|toArray|take|drop|flatMap|reduce)\(/g,
  },
  { name: "isWellFormed, toWellFormed", pattern: /\.(?:is|to)WellFormed\(/g },
  { name: "Math.sumPrecise, f16round", pattern: /Math\.(?:sumPrecise|f16round)\(/g },
  {
    name: "navigation",
    pattern: /\bnavigation\.(?:navigate|addEventListener|currentEntry|transition)/g,
    guard: /typeof navigation==|\.navigation&&/,
    reach: 2_000,
  },
  { name: "Object.groupBy", pattern: /\b(?:Object|Map)\.groupBy\(/g },
  { name: "Promise.try", pattern: /Promise\.try\(/g },
  { name: "Promise.withResolvers", pattern: /Promise\.withResolvers\(/g },
  { name: "iteration of a ReadableStream", pattern: /for await\([^)]*\.body\b/g },
  { name: "RegExp.escape", pattern: /RegExp\.escape\(/g },
  {
    name: "requestIdleCallback",
    pattern: /\brequestIdleCallback\(/g,
    guard: /`requestIdleCallback`in|typeof requestIdleCallback/,
  },
  {
    name: "requestVideoFrameCallback",
    pattern: /\.requestVideoFrameCallback\(/g,
    guard: /typeof [\w.]+\.requestVideoFrameCallback==/,
    reach: 2_000,
  },
  { name: "scheduler", pattern: /\bscheduler\.(?:yield|postTask)\(/g, guard: /typeof scheduler/ },
  {
    name: "Set.prototype.union and its like",
    pattern: /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/g,
  },
  {
    name: "startViewTransition",
    pattern: /\.startViewTransition\(/g,
    guard: /try\{|typeof [\w.]+\.startViewTransition[!=]=/,
    reach: 20_000,
  },
  {
    name: "Symbol.dispose",
    pattern: /Symbol\.(?:asyncD|d)ispose/g,
    guard: /Symbol\.(?:asyncD|d)ispose(?:\|\||\?\?)/,
  },
  { name: "Temporal", pattern: /\bTemporal\.(?:Now|Instant|Plain|Zoned|Duration)/g },
  {
    name: "Uint8Array.fromBase64 and its like",
    pattern: /\.(?:toBase64|toHex)\(|Uint8Array\.from(?:Base64|Hex)\(/g,
    guard: /typeof Uint8Array\.(?:from|prototype\.to)/,
  },
  {
    name: "URL.canParse, URL.parse",
    pattern: /\bURL\.(?:canParse|parse)\(/g,
    guard: /typeof URL\.(?:canParse|parse)==/,
  },
];

/** Needs TLS rather than a newer browser: pages on an address of the own network lack it. */
const ofSecurePages: readonly NewerFunction[] = [
  {
    name: "crypto.randomUUID",
    pattern: /crypto\.randomUUID\(/g,
    guard: /crypto\.randomUUID(?:\?|==|&&)/,
    // Data streams, calls and encryption of LiveKit's client.
    unused: /^livekit-connection-/,
  },
  { name: "crypto.subtle", pattern: /crypto\.subtle\./g },
  { name: "navigator.clipboard", pattern: /navigator\.clipboard\./g, guard: /navigator\.clipboard\)/ },
];

export type Finding = { name: string; excerpt: string };

/**
 * The calls in the `code` of a built `file` that the oldest browsers, or pages without TLS, lack and it does not guard.
 */
export function unguardedIn(file: string, code: string): Finding[] {
  const sought = [...newerFunctions, ...ofSecurePages].filter(({ unused }) => !unused?.test(file));
  return sought.flatMap(({ name, pattern, guard, reach = nearby }) =>
    [...code.matchAll(pattern)]
      .filter(({ index, 0: { length } }) => {
        const around = code.slice(Math.max(0, index - reach), index + length + reach);
        return !(guard?.test(around) ?? false);
      })
      .map(({ index }) => ({ name, excerpt: code.slice(Math.max(0, index - 60), index + 40) })),
  );
}
