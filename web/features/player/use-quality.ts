import { useCallback, useEffect, useState } from "react";
import { STORAGE } from "#web/lib/constants.ts";
import type { LayerPreference } from "#web/lib/media/whep/whep-connection.ts";
import type { WhepSession } from "#web/lib/media/whep/whep-session.ts";
import { savesData } from "#web/lib/page/saves-data.ts";

/**
 * The quality of the picture that this browser's owner chose, kept for every room. Without a choice it follows the
 * connection, or is the lowest where the browser saves data.
 */
export function useQuality(session: WhepSession, isSmall: boolean) {
  const [quality, show] = useState<LayerPreference>("auto");
  useEffect(() => {
    const chosen = isSmall ? "low" : chosenQuality();
    session.prefer(chosen);
    show(chosen);
  }, [session, isSmall]);
  const setQuality = useCallback(
    (next: LayerPreference) => {
      localStorage.setItem(STORAGE.quality, next);
      session.prefer(next);
      show(next);
    },
    [session],
  );
  return { quality, setQuality };
}

function chosenQuality(): LayerPreference {
  const kept = localStorage.getItem(STORAGE.quality);
  if (kept === "auto" || kept === "low" || kept === "high") return kept;
  return savesData() ? "low" : "auto";
}
