import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";

/** Folders that the tests read and git does not keep: generated from the sources by `npm test`. */
const generated = ["web/paraglide", ".react-router"];
/** Installed packages: the copy has those of the checkout. */
const installed = ["node_modules", "demo/studio/node_modules"];

/** Copies what git knows of a checkout, as it stands now, to an empty folder, in which its tests can run. */
export function copyCheckout(from: string, to: string): void {
  const known = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: from,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of [...known.split("\0"), ...generated]) {
    const source = path.join(from, file);
    if (file === "" || !existsSync(source)) continue;
    cpSync(source, path.join(to, file), { recursive: true });
  }
  for (const folder of installed) {
    if (!existsSync(path.join(from, folder))) continue;
    mkdirSync(path.dirname(path.join(to, folder)), { recursive: true });
    symlinkSync(path.join(from, folder), path.join(to, folder));
  }
}
