import { useState } from "react";
import { useAlive } from "#web/lib/hydration/use-alive.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import type { Reckoning } from "./when.ts";

/**
 * How days and times are reckoned here: as on the server until the page has come to life. Until then they keep their
 * room by `className`, but are not seen: the server's hours are hours off for most readers.
 */
export function useReckoning(): Reckoning & { className: string | undefined } {
  const [now] = useState(() => new Date());
  const alive = useAlive();
  return {
    language: useLocale(),
    zone: alive ? undefined : "UTC",
    now,
    className: alive ? undefined : "invisible",
  };
}
