import { data } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/Empty.tsx";
import type { Route } from "./+types/not-found.ts";

export function loader() {
  return data(null, { status: 404 });
}

/** Nothing has to be asked of the server to say that a page does not exist. */
export function clientLoader() {
  return null;
}

export const meta: Route.MetaFunction = () => [
  { title: `${m.error_not_found()} · Fanlight` },
  { name: "robots", content: "noindex" },
];

export default function NotFound() {
  return (
    <main id="main" className="grid min-h-[60dvh] place-items-center">
      <Empty
        headingLevel="h1"
        title={m.error_not_found()}
        action={
          <ButtonLink to="/" tone="solid" className="mt-3">
            {m.error_back_home()}
          </ButtonLink>
        }
      />
    </main>
  );
}
