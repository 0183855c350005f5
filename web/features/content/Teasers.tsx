import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { mayMove } from "#web/entities/room/preview/may-move.ts";
import { browserClock } from "#web/lib/clock.ts";
import { followPointing } from "#web/lib/page/pointing.ts";
import { Teaser } from "./Teaser.tsx";

/**
 * Plays the teaser of the tile that is pointed at, or held, wherever videos and posts are listed: never unasked, and not on a
 * device that saves data or motion.
 */
export function Teasers() {
  const [tile, setTile] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (mayMove()) return followPointing(document, browserClock, "[data-teaser]", setTile);
  }, []);
  const [face, src] = [tile?.querySelector(".content-face"), tile?.dataset.teaser];
  if (!face || !src) return null;
  return createPortal(<Teaser src={src} />, face, src);
}
