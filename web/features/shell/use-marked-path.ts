import { useLocation, useNavigation } from "react-router";

/** Where the menus say that one is: at the page that is on its way, so that a press is answered at once, or else at this one. */
export function useMarkedPath(): string {
  const { pathname } = useLocation();
  return useNavigation().location?.pathname ?? pathname;
}
