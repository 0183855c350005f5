import { useQueryClient } from "@tanstack/react-query";
import { Link, matchPath, useLocation, useNavigation } from "react-router";
import type { ModelCard } from "#contract/catalog.ts";
import { portraitOf, previewOf } from "#web/entities/room/card-picture.ts";
import { listedCard } from "#web/entities/room/listed-card.ts";
import { roomShapes } from "#web/entities/room/room-shape.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { placeholderGradient } from "#web/ui/pictures/placeholder.ts";

/**
 * From the press on a card until its room is there: the room's stage with the picture that the card showed, which needs
 * nothing of the network. Its cross gives the move up. `fromRoom`: from one room to the next; where that was loaded ahead,
 * it is there sooner than this stage.
 */
export function RoomOnItsWay({ fromRoom = false }: { fromRoom?: boolean }) {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const next = useNavigation().location?.pathname;
  const slug = next === undefined ? undefined : matchPath("/stream/:slug", next)?.params.slug;
  const card = slug === undefined ? undefined : listedCard(client, slug);
  if (!card) return null;
  return (
    <div
      data-testid="room-on-its-way"
      data-shape={roomShapes.get()[card.login] ?? "tall"}
      className={cx(fromRoom && "animate-[fade_0s_60ms_backwards]", "room room-ahead")}
    >
      <p role="status" className="sr-only">
        {m.room_opening({ name: card.artisticName })}
      </p>
      <div
        ref={glideFromCard}
        data-theme="dark"
        data-stage=""
        className="stage-ahead relative overflow-hidden bg-black text-white"
      >
        <CardsPicture card={card} still={fromRoom} />
        <div className="absolute inset-x-0 top-0 flex items-center justify-between gap-3 bg-[linear-gradient(#0b0a10c7,transparent)] p-3">
          <b className="min-w-0 truncate text-16 font-[650]">{card.artisticName}</b>
          <Link
            to={pathname + search}
            replace
            preventScrollReset
            aria-label={m.common_close()}
            className="grid size-11 flex-none place-items-center rounded-full bg-plate"
          >
            <Icon name="x" />
          </Link>
        </div>
      </div>
      <div data-chat="" className="chat-ahead" />
    </div>
  );
}

const glideMs = 250;

/** Out of the card that was pressed: its picture grows into the one of the stage. In a room there is no such card. */
function glideFromCard(stage: HTMLElement | null): void {
  const picture = document.querySelector<HTMLImageElement>("[data-pressed] .room-card-pic img");
  if (!stage || !picture?.naturalWidth) return;
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [from, to] = [picture.getBoundingClientRect(), stage.getBoundingClientRect()];
  const x = middle(from.left, from.width) - middle(to.left, to.width);
  const y = middle(from.top, from.height) - middle(to.top, to.height);
  // One picture covers both, so that no part of it jumps or is stretched.
  const scale = coverScale(picture, from) / coverScale(picture, to);
  stage.animate(
    [
      { translate: `${x}px ${y}px`, scale: `${scale}` },
      { translate: "none", scale: "none" },
    ],
    {
      duration: glideMs,
      easing: "ease-out",
    },
  );
}

const middle = (start: number, size: number) => start + size / 2;

/** How large a picture is drawn that covers a box. */
const coverScale = ({ naturalWidth, naturalHeight }: HTMLImageElement, box: DOMRect) =>
  Math.max(box.width / naturalWidth, box.height / naturalHeight);

/** The picture that the browser has: what the card shows, or `still`, what a room shows of the others. */
function CardsPicture({ card, still }: { card: ModelCard; still: boolean }) {
  const { tall, thumbhash, live, portrait_small } = card.pictures;
  const shownLive = !still && previewOf(card) !== undefined && live !== "";
  const own = shownLive ? { src: live } : portraitOf(card.pictures);
  const sources = still ? { src: portrait_small } : own;
  return (
    <picture
      className="absolute inset-0 bg-cover"
      style={{ backgroundImage: placeholderGradient(thumbhash) }}
    >
      {!shownLive && <source media="(max-width: 639px)" srcSet={tall} />}
      <img {...sources} alt="" className="size-full object-cover" />
    </picture>
  );
}
