import { m } from "#web/paraglide/messages.js";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";

const places = Array.from({ length: 10 }, (_, index) => index);

/** The tiles in their final geometry while they load. */
export function ContentSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{m.common_loading()}</span>
      <div className="content-grid" aria-hidden="true">
        {places.map((place) => (
          <div key={place}>
            <Skeleton className="aspect-[16/10] rounded-12" />
            <Skeleton className="mt-2 h-5 w-3/4" />
            <Skeleton className="mt-1.5 h-3.5 w-1/2" />
          </div>
        ))}
      </div>
    </div>
  );
}
