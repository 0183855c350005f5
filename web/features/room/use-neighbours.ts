import { replaceEqualDeep, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { ModelCard } from "#contract/catalog.ts";
import type { FanProfile } from "#contract/profile.ts";
import { favoritesQuery } from "#web/entities/room/favorite-rooms.ts";
import { type CardViewer, type RoomsData, roomsQuery, visibleCards } from "#web/entities/room/rooms-query.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { prefetchRoom } from "./prefetch-room.ts";

export type NextRooms = Neighbours & {
  /** Opens a neighbour in place of this room, so that back leads to where the fan came from. */
  open(card: ModelCard): void;
  loadAhead(card: ModelCard): void;
};

/**
 * The result of `choose` over the rooms that the viewer may see, in the order of the home page; undefined until they
 * are known. Renders again when that changes, and not with every change of some room. `choose` has to stay one
 * function until it chooses otherwise.
 */
export function useOtherRooms<Chosen>(
  gender: number,
  choose: (cards: ModelCard[]) => Chosen,
): { chosen: Chosen | undefined; isError: boolean } {
  const select = useChoice(choose);
  const { data: chosen, isError } = useInfiniteQuery({ ...roomsQuery(gender, ""), select });
  return { chosen, isError };
}

/** The same of the models whom the fan follows, of every gender; where there is no such list, of nobody. */
export function useFollowedRooms<Chosen>(choose: (cards: ModelCard[]) => Chosen): Chosen | undefined {
  const select = useChoice(choose);
  const role = useQuery({ ...profileQuery, select: roleOf }).data;
  const enabled = role === "fan";
  const { data, isError } = useInfiniteQuery({ ...favoritesQuery(""), select, enabled });
  return role === undefined || (enabled && !isError) ? data : choose([]);
}

/** Chooses from a list what the viewer may see of it, and answers the same object while that is the same. */
function useChoice<Chosen>(choose: (cards: ModelCard[]) => Chosen): (list: RoomsData) => Chosen {
  const viewer = useQuery({ ...profileQuery, select: cardViewerOf }).data;
  return useMemo(() => {
    let before: Chosen | undefined;
    return (list) => {
      before = replaceEqualDeep(before, choose(visibleCards(list, viewer)));
      return before;
    };
  }, [choose, viewer]);
}

const roleOf = (profile: FanProfile | null) => profile?.role ?? null;

/** Only what decides about cards, so that no change of a balance or a badge chooses again. */
const cardViewerOf = (profile: FanProfile | null): CardViewer =>
  profile && { id: profile.id, blocked_models: profile.blocked_models, banned_by: profile.banned_by };

const alone: Neighbours = { previous: null, next: null };

/** The rooms before and after this one. */
export function useNeighbours(slug: string, gender: number): NextRooms {
  const client = useQueryClient();
  const navigate = useNavigate();
  const choose = useCallback((cards: ModelCard[]) => neighboursOf(cards, slug), [slug]);
  return {
    ...(useOtherRooms(gender, choose).chosen ?? alone),
    open: (card) => void navigate(`/stream/${card.login}`, { replace: true }),
    loadAhead: (card) => prefetchRoom(client, card),
  };
}

const glideMs = 200;

/** The neighbour that is coming into sight, from below or from above. */
export type Preview = { card: ModelCard; after: boolean };

/** Moves the stage with the finger, shows whose room comes, and glides there or back. */
export function useDrag(
  stage: RefObject<HTMLElement | null>,
  { previous, next, open, loadAhead }: NextRooms,
) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const at = useRef(0);
  const gliding = useRef<Animation>(undefined);
  const place = (px: number) => {
    at.current = px;
    stage.current?.style.setProperty("--drag", `${px}px`);
  };
  const show = (card: ModelCard | null, after: boolean) => {
    if (card && card !== preview?.card) loadAhead(card);
    setPreview((now) => (card === now?.card && after === now?.after ? now : card && { card, after }));
  };
  return {
    preview,
    drag(px: number) {
      const card = px === 0 ? null : px < 0 ? next : previous;
      show(card, px < 0);
      // Without a neighbour the room gives way a little, and no more.
      place(card || px === 0 ? px : px / 4);
    },
    /** Glides to a neighbour, as after a swipe, and opens its room. */
    async leave(to: "up" | "down") {
      const card = to === "up" ? next : previous;
      const box = stage.current;
      if (!card || !box) return place(0);
      show(card, to === "up");
      const end = (to === "up" ? -1 : 1) * box.offsetHeight;
      gliding.current = glide(box, at.current, end);
      const arrived = await gliding.current.finished.then(
        () => true,
        () => false,
      );
      if (arrived) open(card);
    },
    /** The move was given up: this room is back in its place. */
    stay() {
      gliding.current?.cancel();
      setPreview(null);
      place(0);
    },
  };
}

function glide(box: HTMLElement, fromPx: number, toPx: number): Animation {
  const frames = [fromPx, toPx].map((px) => ({ translate: `-50% ${px}px` }));
  const duration = window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : glideMs;
  return box.animate(frames, { duration, easing: "ease-out", fill: "forwards" });
}

/** The rooms before and after this one in the order of the home page; null when it is the only one. */
type Neighbours = { previous: ModelCard | null; next: ModelCard | null };

/** The neighbours of `slug` among the rooms that are live in public; the list has no end, it begins again. */
export function neighboursOf(cards: readonly ModelCard[], slug: string): Neighbours {
  const isOpen = (card: ModelCard) => card.isStream && card.stream.type === "public";
  const ring = cards.filter((card) => card.login === slug || isOpen(card));
  const others = ring.filter((card) => card.login !== slug);
  const at = ring.findIndex((card) => card.login === slug);
  // A room that is not in the list, of another page of it, stands before its first.
  return { previous: others.at(at - 1) ?? null, next: others[Math.max(0, at) % others.length] ?? null };
}
