import { useQuery } from "@tanstack/react-query";
import { galleryMax } from "#contract/field-bounds.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { FileButton } from "../content/FileChoice.tsx";
import { Panel, PanelFailed } from "../Panel.tsx";
import { galleryQuery } from "./gallery-query.ts";
import { useGallery } from "./use-gallery.ts";

const types = ["image/jpeg", "image/png", "image/webp"];
const nothing: [] = [];

/** The pictures of the model's page, in the order in which fans see them. */
export function GalleryPanel() {
  const read = useQuery(galleryQuery);
  const pictures = read.data ?? nothing;
  const gallery = useGallery(pictures);
  return (
    <Panel title={m.studio_gallery()}>
      <PanelFailed read={read} />
      {read.data?.length === 0 && <p className="px-4 pb-3 text-text-3">{m.studio_gallery_none()}</p>}
      <ol className="max-h-[420px] overflow-y-auto [scrollbar-width:thin]">
        {pictures.map(({ id, small }, at) => {
          const number = at + 1;
          return (
            <li key={id} className="flex items-center gap-1 border-t border-line py-2 pr-3 pl-4">
              <img
                src={small}
                alt={m.studio_gallery_item({ number })}
                className="mr-auto h-14 w-20 rounded-8 object-cover object-[50%_22%]"
              />
              <IconButton
                icon="down"
                className="rotate-180 aria-disabled:opacity-30"
                label={m.studio_gallery_up({ number })}
                aria-disabled={at === 0 || gallery.busy}
                onClick={() => gallery.move(at, -1)}
              />
              <IconButton
                icon="down"
                className="aria-disabled:opacity-30"
                label={m.studio_gallery_down({ number })}
                aria-disabled={at === pictures.length - 1 || gallery.busy}
                onClick={() => gallery.move(at, 1)}
              />
              <IconButton
                icon="x"
                label={m.studio_gallery_remove({ number })}
                aria-disabled={gallery.busy}
                onClick={() => gallery.remove(id)}
              />
            </li>
          );
        })}
      </ol>
      <div aria-busy={gallery.sending} className="border-t border-line px-4 py-3">
        {pictures.length < galleryMax ? (
          <FileButton
            label={m.studio_gallery_add()}
            types={types}
            disabled={gallery.busy || !read.data}
            tone="solid"
            icon="image"
            onChoose={gallery.add}
          >
            {gallery.sending ? m.studio_page_picture_sending() : m.studio_gallery_add()}
          </FileButton>
        ) : (
          <p className="text-text-2">{m.studio_gallery_full({ count: galleryMax })}</p>
        )}
      </div>
    </Panel>
  );
}
