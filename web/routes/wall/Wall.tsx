import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { miniRoom } from "#web/entities/room/mini-room.ts";
import { modelQuery } from "#web/entities/room/model-page.ts";
import { roomShapes, type Shape } from "#web/entities/room/room-shape.ts";
import { useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { AddRoom } from "./AddRoom.tsx";
import { wallMax } from "./wall-address.ts";
import { WallTile } from "./WallTile.tsx";

/** So many wide pictures in one row would be small: there are two rows. */
const wideInTwoRows = 3;

/**
 * Up to four rooms beside each other, one of which has its sound; the address says which rooms they are. On wide screens all are
 * as high as each other, and as wide as their pictures' shapes ask; on phones a wide one has a row of its own.
 */
export function Wall({ slugs }: { slugs: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [audible, setAudible] = useState<string | null>(null);
  const shapes = useShapes(slugs);
  const rows = shapes.filter((shape) => shape === "wide").length < wideInTwoRows ? 1 : 2;
  // The room that one comes from is one of these now.
  useEffect(() => miniRoom.set({ slug: null }), []);
  useSoundKeys(list, (place) => {
    const slug = slugs[place];
    if (slug !== undefined) setAudible((now) => (now === slug ? null : slug));
  });
  return (
    <>
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3 max-lg:mx-1">
        <h1 className="max-lg:text-[22px]">{m.wall_title()}</h1>
        <p className="text-text-3 max-lg:hidden">{m.wall_hint()}</p>
      </div>
      <ul
        ref={list}
        data-rows={rows}
        style={{ "--rows": rows } as CSSProperties}
        className={cx(
          "group/wall grid grid-flow-dense gap-2 lg:flex lg:items-start lg:justify-center lg:gap-3 lg:data-[rows='2']:flex-wrap",
          slugs.length > 1 && "grid-cols-2",
        )}
      >
        {slugs.map((slug, place) => (
          <WallTile
            key={slug}
            slug={slug}
            shape={shapes[place] ?? "tall"}
            others={slugs.filter((other) => other !== slug)}
            audible={audible === slug}
            onAudible={(on) => setAudible(on ? slug : null)}
          />
        ))}
      </ul>
      {slugs.length < wallMax && <AddRoom slugs={slugs} />}
    </>
  );
}

/** The shapes that these rooms' pictures have. */
function useShapes([first, second, third, fourth]: readonly string[]): Shape[] {
  // As many as a wall has rooms at most: the library's way to read any number of them is code that every page would load.
  const shapes = [useShape(first), useShape(second), useShape(third), useShape(fourth)];
  return shapes.filter((shape) => shape !== null);
}

/** The shape of a room's picture, as this tab saw it last, or else the server; null without a room. */
function useShape(slug: string | undefined): Shape | null {
  const seen = useStore(roomShapes);
  const { data } = useQuery({ ...modelQuery(slug ?? ""), enabled: slug !== undefined });
  if (slug === undefined) return null;
  return seen[slug] ?? data?.shape ?? "tall";
}

/** Calls `choose` with the place of a room when its digit is pressed while the focus is in the list. */
function useSoundKeys(list: RefObject<HTMLElement | null>, choose: (place: number) => void) {
  const onKey = useEffectEvent(({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (/^[1-4]$/.test(key) && !ctrlKey && !metaKey && !altKey) choose(Number(key) - 1);
  });
  useEffect(() => {
    const node = list.current;
    const follow = (event: KeyboardEvent) => onKey(event);
    node?.addEventListener("keydown", follow);
    return () => node?.removeEventListener("keydown", follow);
  }, [list]);
}
