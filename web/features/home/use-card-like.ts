import { useCallback, useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { ModelCard } from "#contract/catalog.ts";
import { useLike } from "#web/entities/room/use-like.ts";
import { saveRoute } from "#web/lib/navigation/saved-route.ts";
import { useViewer } from "#web/lib/session/viewer.ts";

/** Turns the heart of a card around; guests sign in first. The same function each time, so that cards need not be drawn again. */
export function useCardLike(): (card: ModelCard) => Promise<unknown> {
  const like = useLike();
  const navigate = useNavigate();
  const signedIn = useViewer() !== null;
  const press = async ({ id, liked }: ModelCard) => {
    if (signedIn) return like({ id, liked: !liked });
    saveRoute(location.pathname);
    return navigate("/login");
  };
  const latest = useRef(press);
  useLayoutEffect(() => {
    latest.current = press;
  });
  return useCallback((card) => latest.current(card), []);
}
