import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/Empty.tsx";
import type { Route } from "./+types/promo-stream.ts";

export const meta: Route.MetaFunction = () => [
  { title: `${m.promo_document()} · Fanlight` },
  { name: "robots", content: "noindex" },
];

/** A promo link that opens no show for this fan. */
export default function PromoStream() {
  return (
    <main id="main" className="grid flex-1 place-items-center">
      <Empty
        headingLevel="h1"
        title={m.promo_unknown_title()}
        text={m.promo_unknown_text()}
        action={
          <ButtonLink to="/" tone="primary">
            {m.places_find_rooms()}
          </ButtonLink>
        }
      />
    </main>
  );
}
