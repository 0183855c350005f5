import { siteName, siteSlug } from "#contract/site-name.ts";

/** Words of such a site that add no strength to a password; they are ignored, like the person's own names. */
export const contextWords: readonly string[] = [
  "password",
  "contraseña",
  "contrasena",
  "administrator",
  "administrador",
  "admin",
  "staff",
  "model",
  "modelo",
  "studio",
  "estudio",
  "token",
  "stream",
  "creator",
  "creadora",
  "webcam",
  "livecam",
];

/** The person who chooses the password. */
export type Chooser = { login: string; email: string | null };

export type Guessable = "password_common" | "password_personal";

const restMin = 6;
const restLettersMin = 4;
const namesMin = 3;

/**
 * The reason why a password is among the first that an attacker tries, or null. Case does not count. `isCommon` knows
 * the passwords that people use most, in lower case. The rest of a password without its context words and the
 * chooser's names must itself be a password: 6 letters or digits, or 4 letters, and not a common one.
 */
export function guessable(
  password: string,
  chooser: Chooser,
  isCommon: (folded: string) => boolean,
): Guessable | null {
  const folded = fold(password);
  if (isCommon(folded)) return "password_common";
  const words = [siteName(), siteSlug(), ...contextWords, ...namesOf(chooser)]
    .map(fold)
    .sort((a, b) => b.length - a.length);
  const rest = words.reduce((text, word) => text.replaceAll(word, ""), folded);
  if (rest === folded) return null;
  const plain = rest.replaceAll(/[^\p{L}\p{N}]/gu, "");
  const letters = plain.replaceAll(/\P{L}/gu, "");
  const isWeak = (plain.length < restMin && letters.length < restLettersMin) || isCommon(plain);
  return isWeak ? "password_personal" : null;
}

/** User name, email address, and the parts of the address except the top-level domain. */
function namesOf({ login, email }: Chooser): string[] {
  const [box = "", host = ""] = (email ?? "").split("@");
  return [login, email ?? "", box, host, host.split(".")[0] ?? "", ...box.split(/[^\p{L}\p{N}]+/u)].filter(
    (name) => name.length >= namesMin,
  );
}

const fold = (text: string) => text.normalize("NFKC").toLowerCase();
