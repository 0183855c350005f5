import { Suspense } from "react";
import { Link } from "react-router";
import { type ContentItem, type ContentKind, itemPath } from "#web/entities/content/content-item.ts";
import { saveRoute } from "#web/lib/navigation/saved-route.ts";
import { lazyComponent } from "#web/lib/page/lazy.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { BuyPanel } from "./BuyPanel.tsx";
import { ItemPrice } from "./ItemPrice.tsx";
import { openText } from "./open-text.ts";
import { purchaseTabs } from "./purchases/purchase-tabs.ts";

const RateItem = lazyComponent(() => import("./RateItem.tsx").then((file) => file.RateItem));

type ItemAccessProps = { kind: ContentKind; item: ContentItem };

/** Whether the item is the visitor's, and how it becomes theirs. */
export function ItemAccess({ kind, item }: ItemAccessProps) {
  const viewer = useViewer();
  if (item.payed) return <Open kind={kind} item={item} />;
  return (
    <div className="grid gap-3">
      {viewer?.role === "fan" ? (
        <BuyPanel key={item.id} kind={kind} item={item} balance={viewer.balance} />
      ) : (
        <GuestPanel kind={kind} item={item} />
      )}
      {item.for_subscribers && (
        <p className="flex items-start gap-2 border-t border-line pt-3 text-12 text-text-2">
          <Icon name="crown" size={16} className="mt-px flex-none text-gold" />
          {m.content_for_subscribers({ name: item.model.artisticName })}
        </p>
      )}
    </div>
  );
}

function GuestPanel({ kind, item }: ItemAccessProps) {
  return (
    <>
      {item.price > 0 ? (
        <ItemPrice tokens={item.price} />
      ) : (
        <p className="text-20 font-bold tracking-[-.015em]">{m.content_free()}</p>
      )}
      <ButtonLink
        to="/login"
        tone="primary"
        size="lg"
        wide
        onClick={() => saveRoute(itemPath(kind, item.id))}
      >
        {item.price > 0 ? m.content_login_to_unlock() : m.content_login_to_watch()}
      </ButtonLink>
      <p className="text-12 text-text-2">{m.auth_saved()}</p>
    </>
  );
}

function Open({ kind, item }: ItemAccessProps) {
  return (
    <div className="grid gap-1.5">
      <p className="flex items-center gap-2 text-16 font-semibold">
        <Icon name="check" className="text-ok" />
        {openText(item)}
      </p>
      {item.access === "bought" && (
        <p className="text-text-2">
          {m.content_kept()}{" "}
          <Link to={purchaseTabs[kind].to} className="text-accent underline underline-offset-[3px]">
            {m.nav_my_videos()}
          </Link>
        </p>
      )}
      {item.access === "bought" && (
        <Suspense>
          <RateItem kind={kind} item={item} />
        </Suspense>
      )}
    </div>
  );
}
