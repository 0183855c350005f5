import { readFileSync } from "node:fs";

/** A user of the operating system. */
export type SystemUser = { name: string; uid: number; gid: number };

/**
 * The `names`, in their order, that the password file knows and that have none of root's rights. Started as root, the
 * product gives its children to such users.
 */
export function systemUsers(names: readonly string[], passwordFile = "/etc/passwd"): SystemUser[] {
  const lines = readFileSync(passwordFile, "utf8").split("\n");
  const known = new Map(lines.map((line) => line.split(":")).map((fields) => [fields[0], fields]));
  return names.flatMap((name) => {
    const [, , uid = "", gid = ""] = known.get(name) ?? [];
    return Number(uid) > 0 && Number(gid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
