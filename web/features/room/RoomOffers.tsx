import type { MenuItem, Room } from "#contract/live.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { inLanguage, useLocale } from "#web/lib/i18n/locale.ts";
import { nameOf } from "#web/lib/i18n/names.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { GoalSteps } from "./GoalBar.tsx";

type RoomOffersProps = {
  room: Room;
  /** Opens the tip menu with this item chosen; null while nothing can be asked for. */
  onItem: ((item: MenuItem) => void) | null;
};

/**
 * Beside or below the stage of wide screens: the model's tip menu, always open, the goal with its steps, who tipped most,
 * and a few lines about the model. In a show the parts of the public room are dimmed and out of reach: their places stay, so
 * that nothing jumps when it begins or ends.
 */
export function RoomOffers({ room, onItem }: RoomOffersProps) {
  const { model, tip_menu: menu, goal, show, top_tippers: tippers } = room;
  useLocale();
  const ofRoom = show ? outside : { className: panel };
  const bio = inLanguage(model.bio).trim();
  const facts = [
    m.profile_years({ count: model.age }),
    nameOf("region", model.country),
    ...model.languages.map((code) => nameOf("language", code)),
  ].filter((fact) => fact !== "");
  return (
    <div data-offers="" className="room-offers">
      {menu.length > 0 && (
        <section
          data-part="menu"
          aria-label={m.tip_menu_title({ name: model.artisticName })}
          className={panel}
        >
          <h2 className={title}>{m.tip_menu_title({ name: model.artisticName })}</h2>
          <ul className="-mx-2 grid">
            {menu.map((item) => (
              <li key={item.id}>
                <Item item={item} onItem={onItem} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {goal && (
        <section data-part="goal" aria-label={m.room_goal()} {...ofRoom}>
          <h2 className={title}>
            {m.room_goal()} <span className="font-normal wrap-anywhere">{inLanguage(goal.title)}</span>
          </h2>
          <GoalSteps goal={goal} />
        </section>
      )}
      <section data-part="tippers" aria-label={m.room_top_tippers()} {...ofRoom}>
        <h2 className={title}>{m.room_top_tippers()}</h2>
        <TopTippers tippers={tippers} />
      </section>
      <section data-part="about" aria-label={m.profile_about({ name: model.artisticName })} className={panel}>
        <h2 className={title}>{m.profile_about({ name: model.artisticName })}</h2>
        {bio !== "" && <p className="line-clamp-5 text-text-2">{bio}</p>}
        <p className="text-12 text-text-3">{facts.join(" · ")}</p>
      </section>
    </div>
  );
}

function TopTippers({ tippers }: { tippers: Room["top_tippers"] }) {
  if (tippers.length === 0) return <p className="text-text-2">{m.room_top_tippers_none()}</p>;
  return (
    <ol className="grid gap-1">
      {tippers.map(({ id, name, tokens: given }, index) => (
        <li key={id} className="flex min-h-8 items-center gap-3">
          <span className="w-4 flex-none font-semibold text-text-3 tabular-nums">{index + 1}</span>
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <Price count={given} />
        </li>
      ))}
    </ol>
  );
}

function Price({ count }: { count: number }) {
  return (
    <span className="inline-flex flex-none items-center gap-1 font-[650] text-gold tabular-nums">
      <Coin size={14} />
      {tokens(count)} <span className="sr-only">{m.gift_unit({ count })}</span>
    </span>
  );
}

const panel = "grid content-start gap-2 rounded-16 bg-surface p-4";
const outside = { "aria-hidden": true, inert: true, className: cx(panel, "opacity-35") } as const;
const title = "text-14! font-semibold! tracking-normal!";

function Item({ item, onItem }: { item: MenuItem } & Pick<RoomOffersProps, "onItem">) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      disabled={onItem === null}
      onClick={() => onItem?.(item)}
      className="flex min-h-11 w-full items-center justify-between gap-3 rounded-12 px-2 py-1.5 text-left hover:bg-overlay"
    >
      <span className="min-w-0 wrap-anywhere">{inLanguage(item.title)}</span>
      <Price count={item.price} />
    </button>
  );
}
