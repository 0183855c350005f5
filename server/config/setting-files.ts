import { readFileSync } from "node:fs";

type Environment = Readonly<Record<string, string | undefined>>;

const suffix = "_FILE";

/**
 * The settings of an environment in which some stand in files: `JWT_SECRET_FILE=/run/secrets/jwt` is `JWT_SECRET` with
 * what the file says, without the line break at its end. So systemd's credentials and the secrets of Docker and
 * Kubernetes stay out of the environment, which others on the machine may be able to read. A variable of that form whose
 * beginning is no setting of ours is left alone. `problems`: one line each.
 */
export function settingsOf(
  env: Environment,
  names: readonly string[],
): { set: Record<string, string>; problems: string[] } {
  const set: Record<string, string> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(env)) if (value !== undefined && value !== "") set[name] = value;
  for (const name of names) {
    const file = set[name + suffix];
    if (file === undefined) continue;
    if (set[name] !== undefined)
      problems.push(`${name}: is set, and ${name}${suffix} as well; one of them is enough`);
    else
      try {
        const said = readFileSync(file, "utf8").replace(/\r?\n$/, "");
        if (said !== "") set[name] = said;
      } catch (error) {
        problems.push(`${name}${suffix}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
      }
  }
  return { set, problems };
}
