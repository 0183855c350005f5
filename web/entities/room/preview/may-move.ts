/** Whether this device wants pictures that move unasked: not one that saves data or motion. Asked in the browser only. */
export function mayMove(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return !connection?.saveData && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
