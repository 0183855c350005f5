import { ConfigError } from "#server/config.ts";

/** A folder and the flags that a command takes, from what was typed after its name. Throws with the usage. */
export function argumentsOf(
  usage: string,
  known: readonly string[],
): { folder: string; flags: ReadonlySet<string> } {
  const [folder, ...rest] = process.argv.slice(2).toSorted((one, other) => order(one) - order(other));
  if (!folder || folder.startsWith("-") || rest.some((word) => !known.includes(word)))
    throw new Error(`Usage: ${usage}`);
  return { folder, flags: new Set(rest) };
}

/** Folders before flags. */
const order = (word: string) => (word.startsWith("--") ? 1 : 0);

/** Does what a command is for; says in one line what kept it from that, and ends with code 1 then. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(
      error instanceof ConfigError ? `Wrong settings.\n${error.message}` : (error as Error).message,
    );
    process.exitCode = 1;
  }
}

/** A number as one reads it: `12,345`. */
export const inFigures = (count: number): string => count.toLocaleString("en");
