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

/** The user name by which a model's page is addressed. */
export const slugPattern = /^[a-zA-Z0-9]{3,30}$/;

/** Characters of a message, after trimming. */
export const messageTextMax = 2000;
/** Tokens that a file in a chat may cost. */
export const priceMax = 100_000;
/** Allowed types and sizes of a file in a chat; the server checks the content, not the name. */
export const chatFile = {
  picture: { accept: ["image/jpeg", "image/png", "image/webp"], bytesMax: 20 * 1024 * 1024 },
  video: { accept: ["video/mp4", "video/webm", "video/quicktime"], bytesMax: 500 * 1024 * 1024 },
  poster: { accept: ["image/jpeg", "image/png", "image/webp"], bytesMax: 5 * 1024 * 1024 },
} as const;

/** The `earningRank` of a model who is not ranked yet: sorted after all others, without a number. */
export const unranked = 10_000;

/** The picture of a model who has uploaded none. */
export const modelPlaceholder = "/model-placeholder.svg";

/** Characters of a text (Unicode code points), as the database and JSON Schema count them. */
export const charactersIn = (text: string): number => [...text].length;

/** Characters that count towards the bounds of a field: a text is trimmed before it is stored. */
export const trimmedLength = (text: string): number => charactersIn(text.trim());

/** Why something should be removed, the gravest first. */
export const removalReasons = ["minor", "nonconsensual", "danger", "privacy", "copyright", "other"] as const;
export type RemovalReason = (typeof removalReasons)[number];
