import { hash, verify } from "@node-rs/argon2";

/** OWASP's recommendation for Argon2id: 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** An Argon2id hash in PHC form. What a person chooses goes through `choosePassword` first. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Does the password belong to the hash? */
export function passwordMatches(storedHash: string, password: string): Promise<boolean> {
  return verify(storedHash, password);
}

const decoy = hashPassword("nobody has this password");

/** Spends the time of a real check, so that an unknown name answers no faster than a known one. */
export async function pretendToCheck(password: string): Promise<void> {
  await passwordMatches(await decoy, password);
}
