import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/Icon.tsx";
import type { Player } from "./use-player.ts";

/** Stands over a playing but silent picture until sound is chosen, here or in the bar. */
export function UnmuteOverlay({ player }: { player: Player }) {
  if (!player.muted || player.phase !== "playing") return null;
  return (
    <button
      type="button"
      onClick={() => player.setMuted(false)}
      className="absolute top-[118px] phone:top-[calc(168px+env(safe-area-inset-top))] left-1/2 z-3 inline-flex h-11 -translate-x-1/2 items-center gap-2 rounded-full bg-plate px-4 font-semibold whitespace-nowrap text-white transition-colors duration-(--hover) hover:bg-[rgb(11_10_16/.86)] motion-safe:animate-[fade_200ms]"
    >
      <Icon name="mute" size={18} />
      {m.room_tap_for_sound()}
    </button>
  );
}
