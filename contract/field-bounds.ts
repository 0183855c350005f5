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

/** Characters of a text (Unicode code points), as the database and JSON Schema count them. */
export const charactersIn = (text: string): number => [...text].length;

/** Characters that count towards the bounds of a field: a text is trimmed before it is stored. */
export const trimmedLength = (text: string): number => charactersIn(text.trim());

/** Why something should be removed, the gravest first. */
export const removalReasons = ["minor", "nonconsensual", "danger", "privacy", "copyright", "other"] as const;
export type RemovalReason = (typeof removalReasons)[number];
