import { plainText } from "./plain-text.ts";

/** Domains that are nearly always addresses, since no word follows a full stop without a space in front like them. */
const domains =
  "com|net|org|info|biz|app|dev|online|site|store|shop|club|live|link|xyz|page|website|chat|video|cam|io|ly|gg|tv|ai|uk|mx|ar|cl|pe|ee";
/** Services whose names are addresses with any ending. */
const hosts = "t\\.me|wa\\.me|fb\\.me|youtu\\.be|instagr\\.am|linktr\\.ee|discord\\.gg";
const services =
  "instagram|insta|ig|telegram|whats ?app|wasap|guasap|wsp|snapchat|snap|tik ?tok|discord|skype|facebook|messenger|twitter|only ?fans|kik|paypal|cash ?app|venmo|bizum|nequi";

const links = [
  /\b[a-z][a-z+.-]*:\/\/[^\s/]+/g,
  /\bwww\.[a-z\d-]+\.[a-z]{2,}/g,
  new RegExp(`\\b[a-z\\d-]+(?:\\.[a-z\\d-]+)*\\.(?:${domains})(?![a-z\\d])`, "g"),
  new RegExp(`\\b(?:${hosts})(?![a-z\\d])`, "g"),
  // An ending that is a word elsewhere (`hola.me gusta`) counts with a path behind it.
  /\b[a-z\d-]{2,}\.[a-z]{2,3}\/[a-z\d@]/g,
];
const others = [
  /[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}/,
  /[\w.+-]+ ?(?:[([{] ?(?:at|arroba) ?[)\]}]|\barroba\b) ?[a-z\d-]+ ?(?:[([{]? ?(?:dot|punto) ?[)\]}]?|\.) ?[a-z]{2,}/,
  /[\w.+-]+ at (?:gmail|hotmail|outlook|yahoo|icloud|proton(?:mail)?) ?(?:dot|\.)? ?com\b/,
  new RegExp(`\\b(?:${services})\\b[^\\w@]{0,3}(?:(?:is|es|me at|:) ?)?[^\\w@]{0,2}@[\\w.]{2,}`),
  new RegExp(`\\b(?:${services}) ?[:=] ?@?[\\w.]{3,}`),
];

/** Whether a text has contact details that the platform holds back. */
export type HoldsContactDetails = (text: string) => boolean;

/** The rule of the platform: `allowed` holds nothing back. `publicOrigin` is its own address. */
export function contactDetailsRule(rule: "refused" | "allowed", publicOrigin: string): HoldsContactDetails {
  const { hostname } = new URL(publicOrigin);
  return (text) => rule === "refused" && text !== "" && hasContactDetails(text, hostname);
}

/**
 * Whether a text has a link, an email address, a telephone number or the name of an account elsewhere, also when it is
 * somewhat disguised. Prices, times, dates and counts are none; neither are links to `ownHost`, the product itself.
 */
export function hasContactDetails(text: string, ownHost: string): boolean {
  const plain = plainText(text);
  const isOwn = (link: string) => link.replace(/^[a-z]+:\/\//, "").replace(/^www\./, "") === ownHost;
  if (links.some((link) => [...plain.matchAll(link)].some(([match]) => !isOwn(match)))) return true;
  return others.some((detail) => detail.test(plain)) || hasTelephoneNumber(plain);
}

const digitWords: Readonly<Record<string, string>> = {
  ...{ zero: "0", one: "1", two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7", eight: "8" },
  ...{ nine: "9", cero: "0", uno: "1", dos: "2", tres: "3", cuatro: "4", cinco: "5", seis: "6", siete: "7" },
  ...{ ocho: "8", nueve: "9" },
};
const spelled = new RegExp(`\\b(?:${Object.keys(digitWords).join("|")})\\b`, "g");

/** What has digits and is no telephone number: times, dates, amounts with their currency, decimals, thousands. */
const figures = [
  /\b\d{1,2}[:h]\d{2}(?::\d{2})?\b/g,
  /\b\d{4}[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01])\b/g,
  /\b(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|[12]\d|3[01])[-/.](?:19|20)\d{2}\b/g,
  /(?:[$€£]|\b(?:usd|cop|mxn|eur)\b) ?\d[\d.,]*/g,
  /\b\d[\d.,]*(?: \d{3})* ?(?:[$€£]|(?:tokens?|tks?|usd|cop|mxn|eur|euros?|pesos?|dollars?|dolares|cents?|fans|viewers)\b)/g,
  /\b\d{1,3}(?:,\d{3})+(?:\.\d+)?\b/g,
  /\b\d+,\d+\b/g,
];
const digitsMin = 9;
const digitsMax = 15;

function hasTelephoneNumber(plain: string): boolean {
  const written = plain.replaceAll(spelled, (word) => digitWords[word] ?? word);
  const text = figures.reduce((rest, figure) => rest.replaceAll(figure, " # "), written);
  return [...text.matchAll(/\+?\(?\d(?:[\s().\-_*/]{0,3}\d)+/g)].some(([match]) => isTelephoneNumber(match));
}

function isTelephoneNumber(match: string): boolean {
  const groups = match.match(/\d+/g) ?? [];
  const digits = groups.join("").length;
  if (digits < digitsMin || digits > digitsMax) return false;
  // Amounts to choose from: 10 20 50 100 200.
  return match.startsWith("+") || groups.length < 3 || !groups.every((group) => /[05]$/.test(group));
}
