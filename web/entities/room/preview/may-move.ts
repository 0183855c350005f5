import { savesData } from "#web/lib/page/saves-data.ts";

/** Whether this device wants pictures that move unasked: not one that saves data or motion. Asked in the browser only. */
export function mayMove(): boolean {
  return !savesData() && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
