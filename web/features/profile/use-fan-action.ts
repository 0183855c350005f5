import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { loadCode } from "#web/lib/page/load-code.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { keepWish, takeWish, type Wish } from "./kept-wish.ts";

/**
 * Something that only a fan may do on the page of a model. A guest signs in first and comes back, and what was wished
 * is done then: `asGuest` is true for what was pressed before signing in.
 */
export function useFanAction(
  login: string,
  act: (wish: Wish, asGuest: boolean) => void,
): (wish: Wish) => void {
  const navigate = useNavigate();
  const signedIn = useViewer() !== null;
  const resume = useEffectEvent(() => {
    const wish = takeWish(login);
    if (wish !== null) act(wish, true);
  });
  useEffect(() => {
    if (signedIn) resume();
  }, [signedIn]);
  return (wish) => {
    if (signedIn) return act(wish, false);
    keepWish(login, wish);
    void loadCode(() => import("#web/lib/navigation/saved-route.ts")).then(({ saveRoute }) => {
      saveRoute(location.pathname);
      return navigate("/login");
    });
  };
}
