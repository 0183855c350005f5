import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { ModelCard } from "#contract/catalog.ts";
import { takeLikeOfGuest } from "#web/entities/guest/pending-action.ts";
import { useLike } from "#web/entities/room/use-like.ts";
import { cookieNames, routeBackCookieSeconds } from "#web/lib/constants.ts";
import { writeCookie } from "#web/lib/cookies.ts";
import { saveRoute } from "#web/lib/navigation/saved-route.ts";
import { useViewer } from "#web/lib/session/viewer.ts";

/**
 * Turns the heart of a card around; guests sign in first. The function stays one object, so that cards need not be
 * rendered again.
 */
export function useCardLike(): (card: ModelCard) => Promise<unknown> {
  const like = useLike();
  const navigate = useNavigate();
  const signedIn = useViewer() !== null;
  const press = async ({ id, liked }: ModelCard) => {
    if (signedIn) return like({ id, liked: !liked });
    writeCookie(cookieNames.likedAsGuest, String(id), routeBackCookieSeconds);
    saveRoute(location.pathname + location.search, { kind: "like", model: id });
    return navigate("/login");
  };
  // The heart that they pressed as a guest.
  const resume = useEffectEvent(() => {
    const id = takeLikeOfGuest();
    if (id !== null) void like({ id, liked: true });
  });
  useEffect(() => {
    if (signedIn) resume();
  }, [signedIn]);
  const latest = useRef(press);
  useLayoutEffect(() => {
    latest.current = press;
  });
  return useCallback((card) => latest.current(card), []);
}
