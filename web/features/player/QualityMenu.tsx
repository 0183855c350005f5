import type { LayerPreference } from "#web/lib/media/whep/whep-connection.ts";
import { m } from "#web/paraglide/messages.js";
import { MenuButton, menuItemClass } from "#web/ui/buttons/MenuButton.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import type { Player } from "./use-player.ts";

const names: Record<LayerPreference, () => string> = {
  auto: m.room_quality_auto,
  high: m.room_quality_high,
  low: m.room_quality_low,
};

type QualityMenuProps = {
  player: Pick<Player, "hasSizes" | "quality" | "setQuality" | "size">;
  /** Where the list opens. */
  side: "up" | "down";
  className: string;
};

/** Auto, high or low, and what plays now; not offered where there is but one size. */
export function QualityMenu({ player, side, className }: QualityMenuProps) {
  const { hasSizes, quality, setQuality, size } = player;
  if (!hasSizes) return null;
  return (
    <MenuButton
      label={m.room_quality({ chosen: names[quality]() })}
      trigger={<Icon name="signal" />}
      side={side}
      className={className}
    >
      <li role="presentation" className="px-3 pt-2 pb-1.5 text-text">
        <p className="font-semibold">{m.room_quality_title()}</p>
        {size && <p className="text-12 text-text-2 tabular-nums">{m.room_quality_now(size)}</p>}
      </li>
      {(["auto", "high", "low"] as const).map((each) => (
        <li key={each}>
          <button
            type="button"
            aria-pressed={each === quality}
            onClick={() => setQuality(each)}
            className={menuItemClass}
          >
            <span className="flex-1">{names[each]()}</span>
            {each === quality && <Icon name="check" size={18} className="text-text-2" />}
          </button>
        </li>
      ))}
    </MenuButton>
  );
}
