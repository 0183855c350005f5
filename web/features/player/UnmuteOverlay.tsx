import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/Icon.tsx";
import type { Player } from "./use-player.ts";

/**
 * Stands over a playing but silent picture until sound is chosen, here or in the bar. `low` in a show: on phones above
 * the chat, where a meter leaves the face free, and else aside, as the fan's own camera is in the other corner.
 */
export function UnmuteOverlay({ player, low }: { player: Player; low: boolean }) {
  if (!player.muted || player.phase !== "playing") return null;
  return (
    <button
      type="button"
      onClick={() => player.setMuted(false)}
      className={cx(
        "absolute top-[118px] z-3 inline-flex h-11 items-center gap-2 rounded-full bg-plate px-4 font-semibold whitespace-nowrap text-white transition-colors duration-(--hover) hover:bg-[rgb(11_10_16/.86)] motion-safe:animate-[fade_200ms]",
        low
          ? "left-4 phone:top-auto phone:bottom-[calc(45dvh+12px)] phone:left-2"
          : "left-1/2 -translate-x-1/2 phone:top-[calc(168px+env(safe-area-inset-top))]",
      )}
    >
      <Icon name="mute" size={18} />
      {m.room_tap_for_sound()}
    </button>
  );
}
