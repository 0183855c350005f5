import type { Language } from "#contract/common.ts";
import { currentLanguage } from "./locale.ts";

/**
 * A day and two times of it in the reader's own zone: "Wed, Nov 25, 8:00 PM – 11:00 PM", "mié, 25 nov, 20:00–23:00". The end
 * of a night says no day of its own. Browser only: the server knows no zone.
 */
export function localSpan(
  { from, to }: { from: string; to: string },
  { language = currentLanguage(), timeZone }: { language?: Language; timeZone?: string } = {},
): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const day = new Intl.DateTimeFormat(language, {
    weekday: "short",
    month: "short",
    day: "numeric",
    ...zone,
  });
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short", ...zone });
  const [begin, end] = [new Date(from), new Date(to)];
  return `${day.format(begin)}, ${time.format(begin)} – ${time.format(end)}`;
}
