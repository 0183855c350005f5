import { charactersIn, written } from "./written-text.ts";

/**
 * Bounds of fields that pages check before sending. Plain values without a library: the contract builds its schemas
 * from them, and so does each page with what it has (zod/mini, or nothing).
 */

/** Characters at least and at most. */
export const loginLength = { min: 3, max: 30 };
export const loginCharacter = "[a-zA-Z0-9]";
export const passwordLength = { min: 6, max: 72 };
export const emailLengthMax = 190;

/** Letters beside those of ASCII, as the members of a class. */
const letters =
  "\\u00aa\\u00b5\\u00ba\\u00c0-\\u034e\\u0350-\\u061b\\u061d-\\u115e\\u1161-\\u167f\\u1681-\\u17b3\\u17b6-\\u180a\\u1810-\\u1fff" +
  "\\u2c00-\\u2dff\\u3041-\\u3163\\u3165-\\ud7ff\\uf900-\\ufaff";
const atom = `[A-Za-z0-9!#$%&'*+/=?^_\`{|}~${letters}-]+`;
const inLabel = `A-Za-z0-9${letters}`;
/**
 * The shape of an email address, as the source of a regular expression over the whole of it: RFC 5321, section 4.1.2,
 * but for quoted strings and numbers of hosts, with the letters of all languages (RFC 6531). A top-level domain may
 * stand in its ASCII form (`xn--p1ai`).
 */
export const emailShape =
  `${atom}(?:\\.${atom})*@(?:[${inLabel}](?:[${inLabel}-]*[${inLabel}])?\\.)+` +
  `(?:[A-Za-z${letters}]{2,}|[Xx][Nn]--[A-Za-z0-9-]*[A-Za-z0-9])`;
export const emailPattern = new RegExp(`^${emailShape}$`);

/** Characters of a message, after trimming. */
export const messageTextMax = 2000;
/** Words that somebody wants to be spared, and characters of each. */
export const filteredWords = { countMax: 50, lengthMax: 40 } as const;
/** Characters of the name that a fan gives a search. */
export const searchNameMax = 60;
/** Characters of a model's note to the room in a break, after trimming. */
export const pauseNoteMax = 120;
/** Characters of a comment, after trimming. */
export const commentTextMax = 500;
/** A message to support: characters of who writes, of what they write, and of the address of a page, after trimming. */
export const contactNameMax = 100;
export const contactMessageMin = 10;
export const contactMessageMax = 5000;
export const contactUrlMax = 500;
/** A video or post: characters of its title and its text, after trimming, and tokens that it may cost. */
export const itemTitleMax = 120;
export const itemBodyMax = 5000;
export const itemPriceMax = 100_000;
/** Tokens that a file in a chat may cost. */
export const priceMax = 100_000;
/** Allowed types and sizes of a file in a chat; the server checks the content, not the name. */
export const chatFile = {
  picture: { accept: ["image/jpeg", "image/png", "image/webp"], bytesMax: 20 * 1024 * 1024 },
  video: { accept: ["video/mp4", "video/webm", "video/quicktime"], bytesMax: 500 * 1024 * 1024 },
  poster: { accept: ["image/jpeg", "image/png", "image/webp"], bytesMax: 5 * 1024 * 1024 },
} as const;

/** Pictures in the gallery of a model's page. */
export const galleryMax = 24;

/** How many times a week a model can plan to be live. */
export const scheduleHoursMax = 21;

/** The bounds of a model's tip menu: the number of items, characters of a title, and tokens. */
export const tipMenuBounds = { itemsMax: 20, titleMax: 60, priceMax: 1_000_000 };

/** Characters that count towards the bounds of a field: a text is stored as {@link written} says. */
export const trimmedLength = (text: string): number => charactersIn(written(text));

/** Seconds of a teaser, and of the shortest film that has one. */
export const teaserSecondsMin = 3;
export const teaserSecondsMax = 6;
export const teaserOfFilmMin = 12;
