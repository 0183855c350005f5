import { useState } from "react";
import { useAlive } from "#web/lib/hydration/use-alive.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import type { Reckoning } from "./when.ts";

/** How days and times are reckoned here: as on the server until the page has come to life. */
export function useReckoning(): Reckoning {
  const [now] = useState(() => new Date());
  return { language: useLocale(), zone: useAlive() ? undefined : "UTC", now };
}
