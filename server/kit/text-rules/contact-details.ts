import { plainText } from "./plain-text.ts";
import { hasTelephoneNumber } from "./telephone-number.ts";

/** Endings that are no words: what stands before one without a space is nearly always an address. */
const endings = "com|net|org|biz|xyz|io|ly|gg|uk|mx|cl|ar|dev";
/**
 * Endings that are words too, with which a sentence begins behind a full stop that has no space after it (`thanks.live
 * soon?`). They count where the rest shows that an address is meant.
 */
const words =
  "info|app|online|site|store|shop|club|live|link|page|website|chat|video|cam|cams|tv|ai|pe|ee|co|fans|vip|fm|social|xxx|sex";
/** Top-level domains that are among the commonest words. */
const commonWords = "me|es|us|to|it|de|fr|pt|br|eu|cc";
/** Services whose names are addresses with any ending. */
const hosts = "t\\.me|wa\\.me|fb\\.me|youtu\\.be|instagr\\.am|linktr\\.ee|discord\\.gg";
const services =
  "instagram|insta|ig|telegram|whats ?app|wasap|guasap|wsp|snapchat|snap|tik ?tok|discord|skype|facebook|messenger|twitter|only ?fans|kik|paypal|cash ?app|venmo|bizum|nequi";

const label = "[a-zñ][a-zñ\\d-]*";
/** Words that send somebody to an address. */
const invitation =
  "visit|visita|visiten|go to|open|abre|entra (?:a|en)|enter|(?:find|follow|watch|see|join|catch|meet|add) (?:me|us) (?:on|at|in)|" +
  "(?:busca|sigue|mira|encuentra|ve|espero|agrega|unete|suscribete)(?:me|te|nos)? en|" +
  "(?:my|mi|our|nuestra?) (?:own |propi[ao] )?(?:page|site|website|web|link|blog|store|shop|channel|pagina|sitio|enlace|tienda|canal)(?: is| es)?";
const end = "[^a-zñ\\d]*$";

const links = [
  /\b[a-z][a-z+.-]*:\/\/[^\s/]+/g,
  /\bwww\.[a-z\d-]+\.[a-z]{2,}/g,
  new RegExp(`\\b[a-z\\d-]+(?:\\.[a-z\\d-]+)*\\.(?:${endings})(?![a-z\\d])`, "g"),
  new RegExp(`\\b(?:${hosts})(?![a-z\\d])`, "g"),
  // An ending that is a word counts with a path behind it;
  new RegExp(`\\b(?<host>[a-z\\d-]{2,}\\.(?:[a-z]{2,3}|${words}))\\/[a-z\\d@]`, "g"),
  // behind a name that is no word of a sentence;
  new RegExp(`(?<![\\w.-])(?:[a-zñ]+-[a-zñ\\d-]+|[a-zñ]+\\d[a-zñ\\d-]*)\\.(?:${words})(?![a-zñ\\d])`, "g"),
  // where somebody is sent to it;
  new RegExp(`\\b(?:${invitation}):? (?<host>${label}\\.(?:${words}|${commonWords}))(?![a-zñ\\d])`, "g"),
  // at the end behind a preposition or a colon, and alone.
  new RegExp(`(?:\\b(?:on|at|en)|:) ?(?<host>${label}\\.(?:${words}))${end}`, "g"),
  new RegExp(`^[^a-zñ\\d]*(?<host>${label}\\.(?:${words}))${end}`, "g"),
];

/** A name with a digit or underscore in it; other names could be any word. */
const account = "(?=[\\w.]{5,})[a-z][a-z.]*[_\\d][\\w.]*";
const others = [
  /[\p{L}\p{N}_.+&-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/u,
  /[\w.+-]+ ?(?:[([{] ?(?:at|arroba) ?[)\]}]|\barroba\b) ?[a-z\d-]+ ?(?:[([{]? ?(?:dot|punto) ?[)\]}]?|\.) ?[a-z]{2,}/,
  /[\w.+-]+ at (?:gmail|hotmail|outlook|yahoo|icloud|proton(?:mail)?) ?(?:dot|\.)? ?com\b/,
  new RegExp(`\\b(?:${services})\\b[^\\w@]{0,3}(?:(?:is|es|me at|:) ?)?[^\\w@]{0,2}@[\\w.]{2,}`),
  new RegExp(`\\b(?:${services})\\b ?(?:[:=]|is\\b|es\\b)? ?${account}`),
  // Any other word behind the service and a colon may be an answer (`insta: nunca`): a name with a point in it, or one's own.
  new RegExp(`\\b(?:${services}) ?[:=] ?[a-z]\\w*\\.\\w+${end}`),
  new RegExp(`\\b(?:mi|my) (?:${services}) ?[:=] ?[\\w.]{3,}${end}`),
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
 * somewhat disguised. Prices, times, dates and counts are none; neither are links to `ownHost`, the product itself, nor
 * sentences whose writer left out a space.
 */
export function hasContactDetails(text: string, ownHost: string): boolean {
  const plain = plainText(text);
  const isOwn = (link: string) => link.replace(/^[a-z]+:\/\//, "").replace(/^www\./, "") === ownHost;
  const isForeign = ({ 0: match, groups }: RegExpExecArray) => !isOwn(groups?.host ?? match);
  if (links.some((link) => [...plain.matchAll(link)].some(isForeign))) return true;
  return others.some((detail) => detail.test(plain)) || hasTelephoneNumber(plain);
}
