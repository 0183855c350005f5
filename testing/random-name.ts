import { randomBytes } from "node:crypto";

/** Letters of names that no search of a test finds. */
const letters = "abcdefqx";

/** A name that nobody has had yet. Without digits: nine of them in a text are a telephone number. */
export function randomName(length = 14): string {
  return [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join("");
}
