import type { ContentItem } from "#web/entities/content/content-item.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/** The rating of an item's buyers; nothing until it is shown. */
export function Stars({ rating }: Pick<ContentItem, "rating">) {
  const language = useLocale();
  if (rating === null) return null;
  const stars = rating.stars.toLocaleString(language, { minimumFractionDigits: 1 });
  return (
    <span className="inline-flex flex-none items-center gap-1 text-12 tabular-nums">
      <Icon name="star" size={13} filled className="text-gold" />
      <span aria-hidden="true">
        {stars} <span className="text-text-3">({rating.count})</span>
      </span>
      <span className="sr-only">{m.content_rated({ stars })}</span>
    </span>
  );
}
