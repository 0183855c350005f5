import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { useRoomPlayer } from "./RoomPlayer.tsx";

/**
 * Stands over a playing but silent picture until sound is chosen, here or in the bar: on phones above the chat, where it
 * leaves the face free and nothing else is, however many lines the details above take; elsewhere aside, as the fan's own
 * camera is in the other corner. A show that begins or ends leaves it where it is.
 */
export function UnmuteOverlay() {
  const player = useRoomPlayer();
  if (!player.muted || player.phase !== "playing") return null;
  return (
    <button
      type="button"
      onClick={() => player.setMuted(false)}
      className="absolute top-[118px] left-4 z-3 inline-flex h-11 items-center gap-2 rounded-full bg-plate px-4 font-semibold whitespace-nowrap text-white transition-colors duration-(--hover) hover:bg-[rgb(11_10_16/.86)] motion-safe:animate-[fade_200ms] phone:top-auto phone:bottom-[calc(var(--chat-height)+12px)] phone:left-2"
    >
      <Icon name="mute" size={18} />
      {m.room_tap_for_sound()}
    </button>
  );
}
