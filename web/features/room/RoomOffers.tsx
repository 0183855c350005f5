import type { MenuItem, Room } from "#contract/live.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { inLanguage, useLocale } from "#web/lib/i18n/locale.ts";
import { nameOf } from "#web/lib/i18n/names.ts";
import { m } from "#web/paraglide/messages.js";
import { Coin } from "#web/ui/pictures/Coin.tsx";

type RoomOffersProps = {
  room: Room;
  /** Opens the tip menu with this item chosen; null while nothing can be asked for. */
  onItem: ((item: MenuItem) => void) | null;
};

/** Beside or below the stage of wide screens: the model's tip menu, always open, and a few lines about them. */
export function RoomOffers({ room: { model, tip_menu: menu }, onItem }: RoomOffersProps) {
  useLocale();
  const bio = inLanguage(model.bio).trim();
  const facts = [
    m.profile_years({ count: model.age }),
    nameOf("region", model.country),
    ...model.languages.map((code) => nameOf("language", code)),
  ].filter((fact) => fact !== "");
  return (
    <div data-offers="" className="room-offers">
      {menu.length > 0 && (
        <section aria-label={m.tip_menu_title({ name: model.artisticName })} className={panel}>
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
      <section aria-label={m.profile_about({ name: model.artisticName })} className={panel}>
        <h2 className={title}>{m.profile_about({ name: model.artisticName })}</h2>
        {bio !== "" && <p className="line-clamp-5 text-text-2">{bio}</p>}
        <p className="text-12 text-text-3">{facts.join(" · ")}</p>
      </section>
    </div>
  );
}

const panel = "grid content-start gap-2 rounded-16 bg-surface p-4";
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
      <span className="inline-flex flex-none items-center gap-1 font-[650] text-gold tabular-nums">
        <Coin size={14} />
        {tokens(item.price)} <span className="sr-only">{m.gift_unit({ count: item.price })}</span>
      </span>
    </button>
  );
}
