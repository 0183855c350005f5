import { hash, verify } from "@node-rs/argon2";

/** The cost of one Argon2id hash: KiB of memory, passes over it, lanes. */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP's recommendation for Argon2id: 19 MiB, 2 passes, 1 lane. */
export const recommendedCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** An Argon2id hash in PHC form. Passwords that people choose go through `choosePassword`. */
export function hashPassword(password: string, cost = recommendedCost): Promise<string> {
  return hash(password, cost);
}

/** Does the password belong to the hash? */
export function passwordMatches(storedHash: string, password: string): Promise<boolean> {
  return verify(storedHash, password);
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
