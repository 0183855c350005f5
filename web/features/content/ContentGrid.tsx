import { Suspense } from "react";
import type { ContentItem, ContentKind } from "#web/entities/content/content-item.ts";
import { useWorthAhead } from "#web/entities/wallet/token-worth.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { lazyComponent, useHydrated } from "#web/lib/page/lazy.tsx";
import { ContentTile } from "./ContentTile.tsx";

const Teasers = lazyComponent(() => import("./Teasers.tsx").then((file) => file.Teasers));

type ContentGridProps = { kind: ContentKind; items: readonly ContentItem[]; now: string };

/** Videos or posts side by side, with what they cost in tokens and in money. */
export function ContentGrid({ kind, items, now }: ContentGridProps) {
  const language = useLocale();
  const worth = useWorthAhead();
  const hydrated = useHydrated();
  if (items.length === 0) return null;
  return (
    <>
      <ul className="content-grid">
        {items.map((item, place) => (
          <ContentTile
            key={item.id}
            kind={kind}
            item={item}
            language={language}
            now={now}
            place={place}
            worth={item.payed ? null : worth(item.price)}
          />
        ))}
      </ul>
      {hydrated && items.some(({ teaser }) => teaser !== null) && (
        <Suspense>
          <Teasers />
        </Suspense>
      )}
    </>
  );
}
