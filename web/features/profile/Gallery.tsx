import { useState } from "react";
import type { ModelPage } from "#contract/catalog.ts";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { dialogPlace } from "#web/ui/overlays/opening.tsx";

const GalleryDialog = openedComponent(
  () => import("./GalleryDialog.tsx").then((file) => file.GalleryDialog),
  dialogPlace,
);

/** The pictures that a model shows, small in a row in their order; each opens whole. Nothing without pictures. */
export function Gallery({ page: { artisticName: name, gallery } }: { page: ModelPage }) {
  const [open, setOpen] = useState<number | null>(null);
  if (gallery.length === 0) return null;
  return (
    <section aria-labelledby="profile-gallery" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="profile-gallery" className="text-16!">
        {m.profile_gallery()}
      </h2>
      <ul className="-m-1 flex gap-2 overflow-x-auto p-1 [scrollbar-width:thin]">
        {gallery.map(({ id, small, width, height }, at) => (
          <li key={id} className="flex-none">
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={m.profile_gallery_open({ number: at + 1, count: gallery.length, name })}
              onClick={() => setOpen(at)}
              className="block overflow-hidden rounded-12 bg-surface"
            >
              <img
                src={small}
                alt=""
                loading="lazy"
                width={width}
                height={height}
                className="h-32 w-auto max-w-52 object-cover lg:h-40 lg:max-w-64"
              />
            </button>
          </li>
        ))}
      </ul>
      {open !== null && (
        <GalleryDialog
          name={name}
          pictures={gallery}
          at={Math.min(open, gallery.length - 1)}
          onMove={setOpen}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}
