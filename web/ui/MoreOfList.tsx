import { useEffect, useEffectEvent, useRef } from "react";
import { m } from "#web/paraglide/messages.js";
import { Button } from "./Button.tsx";

type MoreOfListProps = { loading: boolean; failed: boolean; onWanted(): void };

/** Asks for the next page when the end of the list comes near; a button does the same for everybody else. */
export function MoreOfList({ loading, failed, onWanted }: MoreOfListProps) {
  const end = useRef<HTMLDivElement>(null);
  const ask = useEffectEvent(() => {
    if (!loading && !failed) onWanted();
  });
  useEffect(() => {
    if (!end.current) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && ask(), {
      rootMargin: "600px",
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={end} className="grid place-items-center pt-6">
      <Button busy={loading} onClick={onWanted}>
        {failed ? m.common_retry() : m.common_show_more()}
      </Button>
    </div>
  );
}
