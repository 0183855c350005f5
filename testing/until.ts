/**
 * Waits until `condition` answers something truthy, asking again every few milliseconds, and returns that answer.
 * Tests use it instead of sleeping: it returns as soon as the awaited thing is true and fails with `what` after `timeoutMs`.
 * A function that counts its callers is asked less often, every `everyMs`.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  what = "condition",
  timeoutMs = 20_000,
  everyMs = 5,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await condition();
    if (answer) return answer;
    if (performance.now() > deadline) throw new Error(`timed out after ${timeoutMs} ms waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
