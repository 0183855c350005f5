import { useQueryClient } from "@tanstack/react-query";
import type { ContentItem, ContentKind } from "#web/entities/content/content-item.ts";
import { putItem } from "#web/entities/content/content-query.ts";
import { RateStars } from "#web/entities/rating/RateStars.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";

/** A buyer's stars for a video or post, which fans see as a mean from three ratings on. */
export function RateItem({ kind, item }: { kind: ContentKind; item: ContentItem }) {
  const client = useQueryClient();
  return (
    <RateStars
      legend={m.content_rate()}
      note={m.content_rate_note()}
      thanks={m.content_rate_thanks()}
      rating={item.my_rating}
      send={(stars) => rate(kind, item.id, stars)}
      onKept={({ body }) => putItem(client, kind, { ...item, ...body })}
      className="border-t border-line pt-3"
    />
  );
}

const rate = (kind: ContentKind, id: number, stars: number) =>
  kind === "video"
    ? browserApi.call("POST /api/fan/rate-attachment", { body: { attachment_id: id, stars } })
    : browserApi.call("POST /api/fan/rate-post", { body: { post_id: id, stars } });
