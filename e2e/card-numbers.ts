import { spawnSync } from "node:child_process";
import { cards } from "./checkout.ts";

const numbers = Object.values(cards);

/** The card numbers of journeys that a text holds. */
export const withCards = (text: string): string[] => numbers.filter((number) => text.includes(number));

/** The files below a folder, databases and their logs among them, that hold a card number of the journeys. */
export function filesWithCards(dir: string): string[] {
  const patterns = numbers.flatMap((number) => ["-e", number]);
  const { status, stdout, stderr } = spawnSync("grep", ["-rlaF", ...patterns, dir], { encoding: "utf8" });
  // 1: it has found none.
  if (status !== 0 && status !== 1) throw new Error(`the files cannot be searched: ${stderr}`);
  return stdout.split("\n").filter(Boolean);
}
