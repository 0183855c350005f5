import { useLocation, useNavigation } from "react-router";

/** The path that menus mark as the current page. While another page loads it is that one, so that a press shows at once. */
export function useMarkedPath(): string {
  const { pathname } = useLocation();
  return useNavigation().location?.pathname ?? pathname;
}
