import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import type { NextRooms } from "./use-neighbours.ts";

/** On wide screens: the rooms before and after this one, as a finger's swipe opens them on phones. */
export function NeighbourButtons({ rooms }: { rooms: NextRooms }) {
  const { previous, next, open, loadAhead } = rooms;
  return (
    <>
      {previous && (
        <IconButton
          icon="left"
          label={m.room_previous_named({ name: previous.artisticName })}
          onPointerEnter={() => loadAhead(previous)}
          onFocus={() => loadAhead(previous)}
          onClick={() => open(previous)}
          className="text-white hover:bg-[#fff2] hover:text-white"
        />
      )}
      {next && (
        <IconButton
          icon="right"
          label={m.room_next_named({ name: next.artisticName })}
          onPointerEnter={() => loadAhead(next)}
          onFocus={() => loadAhead(next)}
          onClick={() => open(next)}
          className="text-white hover:bg-[#fff2] hover:text-white"
        />
      )}
    </>
  );
}
