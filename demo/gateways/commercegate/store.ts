import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Membership } from "./membership.ts";

/** The provider's books. */
export type MembershipStore = {
  save(membership: Membership): void;
  byUserName(username: string): Membership | undefined;
  byToken(token: string): Membership | undefined;
  all(): Membership[];
};

const membershipsMax = 10_000;

/**
 * Keeps the last 10,000 memberships in memory and, when `file` is given, as one JSON line for each change. A last line
 * that a crash cut short is left out.
 */
export function openMembershipStore(file: string | null): MembershipStore {
  const memberships = new Map<string, Membership>();
  const keep = (membership: Membership) => {
    memberships.delete(membership.username);
    memberships.set(membership.username, membership);
    const oldest = memberships.keys().next().value;
    if (memberships.size > membershipsMax && oldest !== undefined) memberships.delete(oldest);
  };
  if (file) {
    mkdirSync(path.dirname(file), { recursive: true });
    for (const membership of readLines(file)) keep(membership);
    writeFileSync(file, [...memberships.values()].map(toLine).join(""));
  }
  return {
    save(membership) {
      keep(membership);
      if (file) appendFileSync(file, toLine(membership));
    },
    byUserName: (username) => memberships.get(username),
    byToken: (token) => [...memberships.values()].find((membership) => membership.token === token),
    all: () => [...memberships.values()],
  };
}

const toLine = (membership: Membership) => `${JSON.stringify(membership)}\n`;

function readLines(file: string): Membership[] {
  return readIfThere(file)
    .split("\n")
    .filter(Boolean)
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Membership];
      } catch {
        return [];
      }
    });
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
