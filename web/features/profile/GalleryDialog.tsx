import type { KeyboardEvent } from "react";
import type { GalleryPicture } from "#contract/gallery.ts";
import { ReportButton } from "#web/entities/report/ReportButton.tsx";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

type GalleryDialogProps = {
  name: string;
  pictures: readonly GalleryPicture[];
  /** The place of the shown picture, from 0. */
  at: number;
  onMove(at: number): void;
  onClose(): void;
};

/** One picture, whole, and the way to those beside it, by buttons and by the arrow keys. */
export function GalleryDialog({ name, pictures, at, onMove, onClose }: GalleryDialogProps) {
  const picture = pictures[at];
  const move = (by: number) => onMove((at + by + pictures.length) % pictures.length);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft") move(-1);
    if (key === "ArrowRight") move(1);
  };
  if (!picture) return null;
  const place = m.profile_gallery_place({ number: at + 1, count: pictures.length });
  return (
    <Dialog open onClose={onClose} maxWidth={960} title={name}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the buttons within, for all of the picture */}
      <div onKeyDown={onKeyDown} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <img
          key={picture.id}
          src={picture.url}
          alt={m.profile_gallery_alt({ number: at + 1, name })}
          width={picture.width}
          height={picture.height}
          className="mx-auto max-h-[min(70dvh,900px)] w-auto max-w-full rounded-12 object-contain"
        />
        {pictures.length > 1 && (
          <div className="flex items-center justify-between gap-3">
            <IconButton icon="left" label={m.profile_gallery_before()} onClick={() => move(-1)} />
            <p role="status" className="text-14 text-text-2">
              {place}
            </p>
            <IconButton icon="right" label={m.profile_gallery_next()} onClick={() => move(1)} />
          </div>
        )}
      </div>
      <ReportButton targets={() => [{ about: "picture", id: picture.id, text: place }]} />
    </Dialog>
  );
}
