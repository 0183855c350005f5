import { data, redirect, replace } from "react-router";
import { legacyTarget } from "#web/lib/navigation/legacy-routes.ts";
import type { Route } from "./+types/legacy.ts";
import NotFound from "./not-found.tsx";

/** Older addresses go on to the page that serves them now, whose own guard then decides. */
export function loader({ request }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url);
  const target = legacyTarget(pathname + search);
  if (target === null) return data(null, { status: 404 });
  throw redirect(target);
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { pathname, search, hash } = new URL(request.url);
  const target = legacyTarget(pathname + search + hash);
  if (target === null) return null;
  throw replace(target);
}

export { meta } from "./not-found.tsx";

export default NotFound;
