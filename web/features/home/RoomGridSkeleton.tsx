import { m } from "#web/paraglide/messages.js";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";

const places = Array.from({ length: 10 }, (_, index) => index);

/** The grid in its final geometry while rooms load. */
export function RoomGridSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{m.common_loading()}</span>
      <div className="room-grid" aria-hidden="true">
        {places.map((place) => (
          <div key={place} className="room-card">
            <Skeleton className="size-full rounded-12" />
          </div>
        ))}
      </div>
    </div>
  );
}
