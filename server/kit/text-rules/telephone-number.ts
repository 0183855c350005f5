const digitWords: Readonly<Record<string, string>> = {
  ...{ zero: "0", one: "1", two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7", eight: "8" },
  ...{ nine: "9", cero: "0", uno: "1", dos: "2", tres: "3", cuatro: "4", cinco: "5", seis: "6", siete: "7" },
  ...{ ocho: "8", nueve: "9" },
};
const spelled = new RegExp(`\\b(?:${Object.keys(digitWords).join("|")})\\b`, "g");

/** Units of counting and measuring, as they stand behind their number. */
const units =
  "tokens?|tks?|usd|cop|mxn|eur|euros?|pesos?|dollars?|dolares|cents?|fans|viewers|followers|seguidores|likes|views|" +
  "vistas|kgs?|cms?|kms?|m|mts?|metros?|h|hrs?|hours?|horas?|mins?|minutes?|minutos?|secs?|seconds?|segundos?|days?|" +
  "dias?|years?|anos?|años?|times|veces|points|puntos|mil|million|millones|k";

/**
 * Texts with digits that are no telephone number: times, dates, amounts, measures, decimals, thousands, round
 * numbers.
 */
const figures = [
  /\b\d{1,2}[:h]\d{2}(?::\d{2})?\b/g,
  /\b\d{4}[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01])\b/g,
  /\b(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|[12]\d|3[01])[-/.](?:19|20)\d{2}\b/g,
  /(?<![\d/])(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|1[0-2])(?![\d/])/g,
  /(?:[$€£]|\b(?:usd|cop|mxn|eur)\b) ?\d[\d.,]*/g,
  new RegExp(`\\b\\d[\\d.,]*(?: \\d{3})* ?(?:[$€£%]|(?:${units})\\b)`, "g"),
  /\b\d{1,3}(?:,\d{3})+(?:\.\d+)?\b/g,
  /\b\d+,\d+\b/g,
  // One digit before the point: a decimal, unless it is the country code of a number of North America.
  /(?<![\d.+])(?!1\.[2-9]\d{9}(?!\d))\d\.\d+(?![\d.])/g,
  /(?<![\d.])\d{1,3}(?:[. ]?000){2,}(?!\d)/g,
];
const digitsMin = 9;
const digitsMax = 15;

/** Whether a plain text (`plainText`) has what may be a telephone number, in digits, in words or in both. */
export function hasTelephoneNumber(plain: string): boolean {
  const written = plain.replaceAll(spelled, (word) => digitWords[word] ?? word);
  const text = figures.reduce((rest, figure) => rest.replaceAll(figure, " # "), written);
  return [...text.matchAll(/\+?\(?\d(?:[\s().\-_*/]{0,3}\d)+/g)].some(([match]) => isTelephoneNumber(match));
}

function isTelephoneNumber(match: string): boolean {
  const groups = match.match(/\d+/g) ?? [];
  const digits = groups.join("");
  if (digits.length < digitsMin || digits.length > digitsMax) return false;
  if (match.startsWith("+")) return true;
  return !isCount(groups.length > 2 ? groups : [...digits]) && !isList(groups);
}

/** Counted up or down in equal steps: 1 2 3 … 10, 10 9 8, 2 4 6, 555, and single digits past the nine. */
function isCount(numbers: readonly string[]): boolean {
  const round = numbers.every(({ length }) => length === 1) ? 10 : Number.MAX_SAFE_INTEGER;
  const steps = numbers.slice(1).map((number, at) => (Number(number) - Number(numbers[at]) + round) % round);
  return steps.every((step) => step === steps[0]);
}

/** Amounts to choose from (10 20 50 100 200), or years. */
function isList(groups: readonly string[]): boolean {
  if (groups.length < 3) return false;
  return (
    groups.every((group) => /[05]$/.test(group)) || groups.every((group) => /^(?:19|20)\d{2}$/.test(group))
  );
}
