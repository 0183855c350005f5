import { inject } from "vitest";
import type { Shared } from "./global-setup.ts";

/** Asks the run for what its tests have in common; the first who asks waits until it is made. */
export async function shared<Name extends keyof Shared>(name: Name): Promise<Shared[Name]> {
  const response = await fetch(`${inject("sharedAddress")}/${name}`);
  const answer = await response.text();
  if (!response.ok) throw new Error(`what tests share could not be made, ${name}: ${answer}`);
  return JSON.parse(answer) as Shared[Name];
}
