import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { EmbeddedPostgresError } from "./failure.ts";

/** The system user that PostgreSQL runs as; null when it runs as the user who started us. */
export type ServerUser = { uid: number; gid: number } | null;

/** PostgreSQL refuses to run as root: then it gets the first unprivileged user found in the password file. */
export function findServerUser(passwordFile = "/etc/passwd"): ServerUser {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync(passwordFile, "utf8").split("\n");
  const users = lines.map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = users.find((fields) => fields[0] === name) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new EmbeddedPostgresError(
    "no_unprivileged_user",
    "The database cannot run as root and this system has no user named postgres or nobody; start Fanlight as an ordinary user.",
  );
}

/** Whether `user` may walk down to `folder`: every folder on the way must let them pass. */
export function canReach(folder: string, user: ServerUser): boolean {
  if (user === null) return true;
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const executable = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & executable) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}
