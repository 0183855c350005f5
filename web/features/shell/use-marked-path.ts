import { useLocation, useNavigation } from "react-router";
import { isAt, type Place } from "./places.ts";

/**
 * The path of the place that a menu marks: the one whose page is on its way, so that a press is answered at once, or else the
 * one that one is at.
 */
export function useMarkedPath(places: readonly Place[]): string {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  return next !== undefined && places.some((place) => isAt(next, place)) ? next : pathname;
}
