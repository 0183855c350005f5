import { redirect, replace } from "react-router";
import type { Route } from "./+types/content.ts";

/** The address of both lists before each had a page of its own: bookmarks and mails may have it. */
const target = (address: string) =>
  new URL(address).searchParams.get("tab") === "posts" ? "/model/posts" : "/model/videos";

export function loader({ request }: Route.LoaderArgs) {
  throw redirect(target(request.url));
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  throw replace(target(request.url));
}

/** Never shown: both loaders lead on. */
export default function OldContent() {
  return null;
}
