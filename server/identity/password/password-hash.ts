import { hash, verify } from "@node-rs/argon2";

/** The cost of one Argon2id hash: KiB of memory, passes over it, lanes. */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP's recommendation for Argon2id: 19 MiB, 2 passes, 1 lane. */
export const recommendedCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** An Argon2id hash in PHC form, of the password in NFC. Passwords that people choose go through `choosePassword`. */
export function hashPassword(password: string, cost = recommendedCost): Promise<string> {
  return hash(password.normalize("NFC"), cost);
}

/** The spellings under which a password may have been hashed: NFC; older hashes are of what some keyboard sent. */
const spellingsOf = (password: string): string[] => [
  ...new Set([password.normalize("NFC"), password, password.normalize("NFD")]),
];

/**
 * Does the password belong to the hash, whichever form of Unicode either was typed in? One of plain letters, which has one
 * form, costs one hash; others up to three.
 */
export async function passwordMatches(storedHash: string, password: string): Promise<boolean> {
  for (const spelling of spellingsOf(password)) if (await verify(storedHash, spelling)) return true;
  return false;
}

const decoys = new Map<HashCost, Promise<string>>();

/** Hashes the decoy of {@link pretendToCheck} ahead, so that the first unknown name takes no longer than the next. */
export function prepareDecoy(cost = recommendedCost): Promise<string> {
  const decoy = decoys.get(cost) ?? hashPassword("nobody has this password", cost);
  decoys.set(cost, decoy);
  return decoy;
}

/** Takes as long as a real check, so that an unknown name gets its response no faster than a known one. */
export async function pretendToCheck(password: string, cost = recommendedCost): Promise<void> {
  await passwordMatches(await prepareDecoy(cost), password);
}
