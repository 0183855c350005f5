import { useEffect, useState } from "react";
import { onFirstInteraction } from "#web/lib/page/first-interaction.ts";
import type { RoomOnItsWay } from "./RoomOnItsWay.tsx";

/**
 * The preview that a pressed card opens at once; its code is loaded for those who touch the page. Nobody waits for
 * it: without a connection it is left out, and a press is answered by the bar that says so.
 */
export function PressedCard() {
  const [Opening, show] = useState<typeof RoomOnItsWay | null>(null);
  useEffect(
    () =>
      onFirstInteraction(() => {
        void import("./RoomOnItsWay.tsx").then(
          (file) => show(() => file.RoomOnItsWay),
          () => {},
        );
      }),
    [],
  );
  return Opening && <Opening />;
}
