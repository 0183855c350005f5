import { useNavigate } from "react-router";
import type { ModelCard } from "#contract/catalog.ts";
import { useLike } from "#web/entities/room/use-like.ts";
import { loadCode } from "#web/lib/page/load-code.ts";
import { useViewer } from "#web/lib/session/viewer.ts";

/** Turns the heart of a card around; guests sign in first. */
export function useCardLike(): (card: ModelCard) => Promise<unknown> {
  const like = useLike();
  const navigate = useNavigate();
  const signedIn = useViewer() !== null;
  return async ({ id, liked }) => {
    if (signedIn) return like({ id, liked: !liked });
    (await loadCode(() => import("#web/lib/navigation/saved-route.ts"))).saveRoute(location.pathname);
    return navigate("/login");
  };
}
