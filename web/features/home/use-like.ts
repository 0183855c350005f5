import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { ModelCard } from "#contract/catalog.ts";
import { loadCode } from "#web/lib/page/load-code.ts";
import { useViewer } from "#web/lib/session/viewer.ts";

/** Puts a model on the favourites or takes her off; guests sign in first. */
export function useLike(): (card: ModelCard) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signedIn = useViewer() !== null;
  return async (card) => {
    if (signedIn) return (await loadCode(() => import("./like.ts"))).changeLike(client, card);
    (await loadCode(() => import("#web/lib/navigation/saved-route.ts"))).saveRoute(location.pathname);
    await navigate("/login");
  };
}
