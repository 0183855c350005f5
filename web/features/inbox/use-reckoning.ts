import { useState } from "react";
import { useLocale } from "#web/lib/locale.ts";
import { useAlive } from "#web/lib/use-alive.ts";
import type { Reckoning } from "./when.ts";

/** How days and times are reckoned here: as on the server until the page has come to life. */
export function useReckoning(): Reckoning {
  const [now] = useState(() => new Date());
  return { language: useLocale(), zone: useAlive() ? undefined : "UTC", now };
}
