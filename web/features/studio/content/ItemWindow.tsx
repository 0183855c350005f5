import { useState } from "react";
import { teaserOfFilmMin } from "#contract/field-bounds.ts";
import type { StudioItem } from "#contract/studio-content.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { wholeNumber } from "#web/lib/forms/whole-number.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { FileButton } from "./FileChoice.tsx";
import { pictureTypes } from "./media-file.ts";
import { useItemCommand } from "./use-item-command.ts";

type Change = { cover?: File; teaser_at?: string; without_cover?: "true"; without_teaser?: "true" };

/** The cover and teaser of an item; each change is made at once. */
export function ItemWindow({ item: before }: { item: StudioItem }) {
  const [item, setItem] = useState(before);
  const [at, setAt] = useState("0");
  const { pending: busy, run } = useItemCommand(
    item.kind,
    async ({ cover, ...body }: Change) => {
      const answer = await browserApi.call("POST /api/studio/content/{id}/window", {
        params: { id: item.id },
        body,
        files: cover ? { cover } : {},
      });
      if (answer.status === 200) setItem(answer.body);
      return answer;
    },
    () => m.studio_item_saved(),
  );
  const hasTeaser = item.duration !== null && item.duration >= teaserOfFilmMin;
  return (
    <section aria-label={m.studio_window()} className="grid gap-3 rounded-12 bg-raised p-3">
      <p className="font-semibold">{m.studio_window()}</p>
      <div className="flex flex-wrap items-center gap-2">
        {item.cover && (
          <img src={item.cover} alt={m.studio_cover()} className="h-14 rounded-6 bg-overlay object-cover" />
        )}
        <FileButton
          label={m.studio_cover_choose()}
          types={pictureTypes}
          disabled={busy}
          tone="outline"
          icon="image"
          onChoose={(cover) => cover && void run({ cover })}
        >
          {m.studio_cover_choose()}
        </FileButton>
        {item.cover && (
          <Button tone="quiet" disabled={busy} onClick={() => void run({ without_cover: "true" })}>
            {m.studio_cover_remove()}
          </Button>
        )}
      </div>
      {hasTeaser && (
        <div className="flex flex-wrap items-end gap-2">
          {item.teaser && (
            <video
              key={item.teaser}
              src={item.teaser}
              muted
              playsInline
              controls
              aria-label={m.studio_teaser()}
              className="h-24 rounded-6 bg-black"
            />
          )}
          <Field
            label={m.studio_teaser_at()}
            inputMode="numeric"
            autoComplete="off"
            value={at}
            onChange={({ target }) => setAt(target.value)}
          />
          <Button tone="outline" busy={busy} onClick={() => void run({ teaser_at: String(wholeNumber(at)) })}>
            {m.studio_teaser_cut_at()}
          </Button>
          {item.teaser && (
            <Button tone="quiet" disabled={busy} onClick={() => void run({ without_teaser: "true" })}>
              {m.studio_teaser_remove()}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
