import { statSync } from "node:fs";
import path from "node:path";
import { type SystemUser, systemUsers } from "#server/kit/system-users.ts";
import { EmbeddedPostgresError } from "./failure.ts";

/** The system user that PostgreSQL runs as; null when it runs as the user who started us. */
export type ServerUser = SystemUser | null;

/**
 * PostgreSQL refuses to run as root: then it gets the user to whom the database in `home` belongs already or, for a new
 * one, the first unprivileged user found in the password file.
 */
export function findServerUser(home: string, passwordFile?: string): ServerUser {
  if (process.getuid?.() !== 0) return null;
  const users = systemUsers(["postgres", "nobody"], passwordFile);
  const owner = statSync(path.join(home, "data"), { throwIfNoEntry: false })?.uid;
  const user = users.find(({ uid }) => uid === owner) ?? users[0];
  if (user) return user;
  throw new EmbeddedPostgresError(
    "no_unprivileged_user",
    "The database cannot run as root and this system has no user named postgres or nobody; start Fanlight as an ordinary user.",
  );
}

/** How a process is started as that user. */
export function idsOf(user: ServerUser): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
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
