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

/** What an email address looks like, as the source of a regular expression over the whole of it. */
export const emailShape =
  "(?:[A-Za-z0-9_'+\\-]+\\.)*[A-Za-z0-9_'+\\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}";
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

/** What a model offers for a tip: how many items, characters of a title, and tokens. */
export const tipMenuBounds = { itemsMax: 20, titleMax: 60, priceMax: 1_000_000 };

/** Characters that count towards the bounds of a field: a text is stored as {@link written} says. */
export const trimmedLength = (text: string): number => charactersIn(written(text));
