import { data } from "react-router";
import { titled } from "#contract/site-name.ts";
import { m } from "#web/paraglide/messages.js";
import { NothingHere } from "#web/ui/states/NothingHere.tsx";
import type { Route } from "./+types/not-found.ts";

export function loader() {
  return data(null, { status: 404 });
}

/** Nothing has to be asked of the server to say that a page does not exist. */
export function clientLoader() {
  return null;
}

export const meta: Route.MetaFunction = () => [
  { title: titled(m.error_not_found_status()) },
  { name: "robots", content: "noindex" },
];

export default function NotFound() {
  return <NothingHere status title={m.error_not_found_status()} />;
}
