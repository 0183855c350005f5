import { SEARCH_DELAY_MIN_MS } from "#web/lib/constants.ts";

/** A search shows its waiting for at least 200 ms, so that quick answers do not flicker. */
export async function patiently<Answer>(search: string, asked: Promise<Answer>): Promise<Answer> {
  const [answer] = await Promise.all([asked, wait(search === "" ? 0 : SEARCH_DELAY_MIN_MS)]);
  return answer;
}

function wait(delayMs: number): Promise<void> | undefined {
  return delayMs === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, delayMs));
}
