import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useFreshPictures } from "#web/entities/room/live-picture/fresh-pictures.ts";
import { mayMove } from "#web/entities/room/preview/may-move.ts";
import { browserClock } from "#web/lib/clock.ts";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { followPointing } from "#web/lib/page/pointing.ts";

const CardPreview = openedComponent(() => import("./CardPreview.tsx").then((file) => file.CardPreview));

/**
 * The moving parts of cards, wherever rooms are listed: fresh pictures of their rooms, and the live one on the card
 * that is pointed at.
 */
export function CardPreviews() {
  useFreshPictures();
  const [card, setCard] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (mayMove()) return followPointing(document, browserClock, "[data-preview]", setCard);
  }, []);
  const [face, slug] = [card?.querySelector(".room-card-face"), card?.dataset.preview];
  if (!face || !slug) return null;
  return createPortal(<CardPreview slug={slug} />, face, slug);
}
