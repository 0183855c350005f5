import { useRef } from "react";
import { captureFrame } from "#web/lib/media/capture-frame.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { DropPlace, FileButton } from "./FileChoice.tsx";
import { fileProblemLabel } from "./item-labels.ts";
import { isFilm, pictureTypes, type StudioKind, typesFor } from "./media-file.ts";
import type { Media } from "./use-media.ts";
import { WindowChoice } from "./WindowChoice.tsx";

/** Pixels. */
const posterSideMax = 1_280;

type MediaChoiceProps = { kind: StudioKind; chosen: Media; disabled: boolean };

/** The file of an item: chosen or dropped, looked at, and a poster taken for a film. */
export function MediaChoice({ kind, chosen, disabled }: MediaChoiceProps) {
  const { media, problem } = chosen;
  const label = kind === "video" ? m.studio_media_video() : m.studio_media_any();
  const button = (tone: "solid" | "outline", text: string) => (
    <FileButton
      label={label}
      types={typesFor(kind)}
      disabled={disabled}
      tone={tone}
      icon={kind === "video" ? "video" : "image"}
      onChoose={chosen.chooseMedia}
    >
      {text}
    </FileButton>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {media === null ? (
        <DropPlace
          hint={kind === "video" ? m.studio_media_video_hint() : m.studio_media_any_hint()}
          onDrop={chosen.chooseMedia}
        >
          {button("solid", label)}
        </DropPlace>
      ) : (
        <>
          {isFilm(media.file) ? (
            <Film chosen={chosen} url={media.url} disabled={disabled} />
          ) : (
            <>
              <img
                src={media.url}
                alt={m.studio_media_preview()}
                className="max-h-[280px] w-full rounded-12 bg-black object-contain"
              />
              <WindowChoice chosen={chosen} disabled={disabled} />
            </>
          )}
          <div className="flex flex-wrap items-center gap-3">
            {button("outline", m.studio_media_other())}
            <span className="min-w-0 flex-1 truncate text-12 text-text-3">{media.file.name}</span>
          </div>
        </>
      )}
      <div aria-live="assertive">
        {problem && (
          <p className="flex items-center gap-1.5 text-12 text-error">
            <Icon name="alert" size={15} />
            {fileProblemLabel(problem)}
          </p>
        )}
      </div>
    </div>
  );
}

function Film({ chosen, url, disabled }: { chosen: Media; url: string; disabled: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  const take = async () =>
    video.current && chosen.takeFrame(await captureFrame(video.current, posterSideMax));
  const { poster } = chosen;
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_180px]">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- their own film, looked at before anybody hears it */}
      <video
        ref={video}
        src={url}
        controls
        playsInline
        preload="auto"
        aria-label={m.studio_media_preview()}
        // The first frame is often black.
        onLoadedMetadata={({ currentTarget }) => {
          currentTarget.currentTime = Math.min(1, currentTarget.duration / 3 || 0);
        }}
        onSeeked={() => poster === null && void take()}
        className="max-h-[280px] w-full rounded-12 bg-black"
      />
      <div className="grid content-start gap-2">
        <p className="text-12 font-[550] text-text-2">{m.studio_poster()}</p>
        <span className="grid aspect-[16/10] place-items-center overflow-hidden rounded-12 bg-overlay text-12 text-text-3">
          {poster === null ? (
            m.studio_poster_none()
          ) : (
            <img src={poster.url} alt={m.studio_poster()} className="size-full object-cover" />
          )}
        </span>
        <FileButton
          label={m.studio_poster_choose()}
          types={pictureTypes}
          disabled={disabled}
          tone="quiet"
          icon="image"
          onChoose={chosen.choosePoster}
        >
          {m.studio_poster_choose()}
        </FileButton>
        <button
          type="button"
          disabled={disabled}
          onClick={() => void take()}
          className="min-h-9 text-left text-12 text-accent underline underline-offset-[3px] disabled:text-text-3"
        >
          {m.studio_poster_take()}
        </button>
      </div>
      <div className="sm:col-span-full">
        <WindowChoice chosen={chosen} disabled={disabled} film={video} />
      </div>
    </div>
  );
}
