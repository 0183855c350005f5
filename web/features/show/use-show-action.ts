import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router";
import type { ConsentKind } from "./consent.ts";

const kinds: readonly string[] = ["private", "vip", "spy"] satisfies ConsentKind[];

/** Calls `act` once with the show that the address asks for; afterwards the address is the room's own. */
export function useShowAction(act: (kind: ConsentKind) => void): void {
  const [search, setSearch] = useSearchParams();
  const kind = search.get("show");
  const carryOut = useEffectEvent(() => {
    if (kind === null) return;
    if (kinds.includes(kind)) act(kind as ConsentKind);
    setSearch(
      (now) => {
        now.delete("show");
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  });
  useEffect(() => {
    if (kind !== null) carryOut();
  }, [kind]);
}
