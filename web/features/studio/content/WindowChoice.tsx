import type { RefObject } from "react";
import { teaserOfFilmMin, teaserSecondsMax } from "#contract/field-bounds.ts";
import { lengthText } from "#web/entities/content/content-item.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { FileButton } from "./FileChoice.tsx";
import { pictureTypes } from "./media-file.ts";
import type { Media } from "./use-media.ts";

type WindowChoiceProps = {
  chosen: Media;
  disabled: boolean;
  /** The film that a teaser is cut out of; without one there is no teaser. */
  film?: RefObject<HTMLVideoElement | null>;
};

/** The cover and teaser of a new item: none, unless its model chooses so. */
export function WindowChoice({ chosen, disabled, film }: WindowChoiceProps) {
  const { cover, poster, teaserAt } = chosen;
  const cutHere = () => {
    const { currentTime = 0, duration = 0 } = film?.current ?? {};
    if (duration >= teaserOfFilmMin)
      chosen.setTeaserAt(Math.floor(Math.min(currentTime, duration - teaserSecondsMax)));
  };
  return (
    <section aria-label={m.studio_window()} className="grid gap-2 rounded-12 bg-raised p-3">
      <p className="font-semibold">{m.studio_window()}</p>
      <div className="flex flex-wrap items-center gap-2">
        {cover && (
          <img src={cover.url} alt={m.studio_cover()} className="h-14 rounded-6 bg-overlay object-cover" />
        )}
        <FileButton
          label={m.studio_cover_choose()}
          types={pictureTypes}
          disabled={disabled}
          tone="outline"
          icon="image"
          onChoose={chosen.chooseCover}
        >
          {m.studio_cover_choose()}
        </FileButton>
        {poster && !cover && (
          <Button tone="outline" disabled={disabled} onClick={chosen.coverFromPoster}>
            {m.studio_cover_poster()}
          </Button>
        )}
        {cover && (
          <Button tone="quiet" disabled={disabled} onClick={chosen.removeCover}>
            {m.studio_cover_remove()}
          </Button>
        )}
      </div>
      {film && (
        <div className="flex flex-wrap items-center gap-2">
          <Button tone="outline" disabled={disabled} onClick={cutHere}>
            {m.studio_teaser_cut()}
          </Button>
          {teaserAt === null ? (
            <span className="text-12 text-text-2">{m.studio_teaser_hint()}</span>
          ) : (
            <>
              <span className="text-12 tabular-nums" aria-live="polite">
                {m.studio_teaser_span({
                  from: lengthText(teaserAt),
                  to: lengthText(teaserAt + teaserSecondsMax),
                })}
              </span>
              <Button tone="quiet" disabled={disabled} onClick={() => chosen.setTeaserAt(null)}>
                {m.studio_teaser_remove()}
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  );
}
