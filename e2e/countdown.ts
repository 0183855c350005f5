import type { Locator } from "@playwright/test";

/** The seconds that a countdown such as 59:30 or 1:00:00 shows. */
export async function secondsOf(timer: Locator): Promise<number> {
  const parts = ((await timer.textContent()) ?? "").trim().split(":").map(Number);
  return parts.reduce((total, part) => total * 60 + part, 0);
}
