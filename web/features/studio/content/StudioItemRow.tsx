import { useState } from "react";
import type { StudioItem } from "#contract/studio-content.ts";
import { lengthText, sizeText } from "#web/entities/content/content-item.ts";
import { usePayout } from "#web/entities/studio/payout.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { EditDialog } from "./EditDialog.tsx";
import { stateLabel } from "./item-labels.ts";
import { useItemCommand } from "./use-item-command.ts";

/** One of the model's own items: what it is, what it has brought, and what can be done with it. */
export function StudioItemRow({ item }: { item: StudioItem }) {
  const payout = usePayout()(item.earned);
  const state = stateLabel(item);
  return (
    <li
      data-testid={`item-${item.id}`}
      className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-16 bg-surface p-3 shadow-[inset_0_0_0_1px_var(--line)] md:grid-cols-[160px_minmax(0,1fr)_auto] md:items-center"
    >
      <img
        src={item.thumb}
        alt=""
        width={160}
        height={100}
        loading="lazy"
        className="aspect-[16/10] w-full rounded-12 bg-overlay object-cover object-[50%_22%]"
      />
      <div className="grid content-start gap-1">
        <h2 className="line-clamp-2 text-16! font-semibold">{item.title}</h2>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-text-2">
          <Pill tone={state.tone}>{state.words()}</Pill>
          {[...(item.duration === null ? [] : [lengthText(item.duration)]), sizeText(item)].join(" · ")}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-12 text-text-2">
          <span className="flex items-center gap-x-1.5">
            <Coin size={13} />
            {item.price === 0
              ? m.content_free()
              : m.content_tokens({ count: item.price, amount: tokens(item.price) })}
          </span>
          <span className="text-text-3">
            {m.studio_item_sold({
              count: item.sold,
              amount: tokens(item.sold),
              tokens: item.earned,
              earned: tokens(item.earned),
            })}
            {item.earned > 0 && payout !== null && ` · ${payout}`}
          </span>
        </p>
      </div>
      <Actions item={item} />
    </li>
  );
}

function Actions({ item }: { item: StudioItem }) {
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const { pending: busy, run } = useItemCommand(
    item.kind,
    (visible: boolean) =>
      browserApi.call("POST /api/studio/content/{id}", { params: { id: item.id }, body: { visible } }),
    (visible) => (visible ? m.studio_item_now_shown() : m.studio_item_now_hidden()),
  );
  const turn = () => run(!item.visible);
  const close = () => setOpen(null);
  const named = (words: string) => `${words}: ${item.title}`;
  return (
    <div className="col-span-full flex flex-wrap gap-2 md:col-span-1">
      <Button
        size="sm"
        className="min-h-11"
        aria-label={named(m.studio_edit())}
        onClick={() => setOpen("edit")}
      >
        {m.studio_edit()}
      </Button>
      <Button
        size="sm"
        className="min-h-11"
        busy={busy}
        aria-label={named(item.visible ? m.studio_item_hide() : m.studio_item_show())}
        onClick={() => void turn()}
      >
        {item.visible ? m.studio_item_hide() : m.studio_item_show()}
      </Button>
      <Button
        size="sm"
        tone="danger"
        className="min-h-11"
        aria-label={named(m.studio_item_delete())}
        onClick={() => setOpen("delete")}
      >
        {m.studio_item_delete()}
      </Button>
      {open === "edit" && <EditDialog item={item} onClose={close} />}
      {open === "delete" && <DeleteDialog item={item} onClose={close} />}
    </div>
  );
}
