import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { miniRoom } from "#web/entities/room/mini-room.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { AddRoom } from "./AddRoom.tsx";
import { wallMax } from "./wall-address.ts";
import { WallTile } from "./WallTile.tsx";

/** Up to four rooms beside each other, one of which has its sound; the address says which rooms they are. */
export function Wall({ slugs }: { slugs: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [audible, setAudible] = useState<string | null>(null);
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
        style={{ "--columns": slugs.length } as CSSProperties}
        className={cx(
          "grid justify-center gap-2 lg:grid-cols-[repeat(var(--columns),minmax(0,calc((100dvh-268px)*9/16)))] lg:gap-3",
          slugs.length === 1 ? "grid-cols-[minmax(0,320px)]" : "grid-cols-2",
        )}
      >
        {slugs.map((slug) => (
          <WallTile
            key={slug}
            slug={slug}
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
