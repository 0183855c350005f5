import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#web/routes.ts";

/** Something that exists for each part of an address that is open. */
const examples: Readonly<Record<string, string>> = { ":slug": "aria", ":id": "1", "*": "no/such/page" };

/** The address of every page, filled in with what exists in the demo world. */
export const pagePaths: readonly string[] = pathsOf(routes);

/** Pages that only a fan with a session may see; a model's studio stands for the other roles. */
export const privatePaths = [
  "/favorites-models",
  "/subscription-models",
  "/my-videos",
  "/chat",
  "/chat/5",
  "/promo-stream/abc",
  "/settings",
  "/stream/aria",
  "/model/update-model-profile",
] as const;

/** Everything that a page reads of its query. */
export const queryNames: readonly string[] = (
  "search lang page gender tag language country age_min age_max rate_min rate_max new sort filters tab type from to " +
  "month target state tickets day token email referrer model route login id twitter outcome back next show promo with"
).split(" ");

function pathsOf(entries: readonly RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    const below = children ? pathsOf(children, own) : [];
    const page = path !== undefined || index ? [fillIn(own) || "/"] : [];
    return [...page, ...below];
  });
}

function fillIn(path: string): string {
  return path
    .split("/")
    .map((part) => examples[part] ?? part)
    .join("/");
}
