import { useQueryClient } from "@tanstack/react-query";
import type { GalleryPicture } from "#contract/gallery.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { galleryQuery } from "./gallery-query.ts";

const bytesMax = 20 * 1024 * 1024;
/** A slow connection needs longer for a picture than other calls may take. */
const uploadMsMax = 120_000;

/** Adds, moves and removes pictures of the model's page; each answer is shown. */
export function useGallery(pictures: readonly GalleryPicture[]) {
  const client = useQueryClient();
  const show = ({ body }: { body: { pictures: GalleryPicture[] } }) =>
    client.setQueryData(galleryQuery.queryKey, body.pictures);
  const onRefused: typeof toastRefusal = (refusal) => {
    toastRefusal(refusal);
    // Another page may have changed them.
    void client.invalidateQueries(galleryQuery);
  };
  const upload = useCommand({
    call: (picture: File, client_id) =>
      browserApi.call("POST /api/studio/gallery", {
        body: { client_id },
        files: { picture },
        timeoutMs: uploadMsMax,
      }),
    onDone: show,
    onRefused,
  });
  const order = useCommand({
    call: (ids: number[]) => browserApi.call("POST /api/studio/gallery-order", { body: { ids } }),
    onDone: show,
    onRefused,
  });
  const removal = useCommand({
    call: (id: number) => browserApi.call("DELETE /api/studio/gallery/{id}", { params: { id } }),
    onDone: show,
    onRefused,
  });
  const busy = upload.pending || order.pending || removal.pending;
  return {
    sending: upload.pending,
    busy,
    add(file: File | undefined) {
      if (!file) return;
      if (file.size > bytesMax) toast({ kind: "error", text: m.studio_file_picture_large() });
      else void upload.run(file);
    },
    /** Changes a picture's place with the one before or after it; not while another change is on its way. */
    move(at: number, by: -1 | 1) {
      if (busy) return;
      const ids = pictures.map(({ id }) => id);
      const [moved, other] = [ids[at], ids[at + by]];
      if (moved === undefined || other === undefined) return;
      void order.run(ids.map((id) => (id === moved ? other : id === other ? moved : id)));
    },
    /** Takes a picture away; not while another change is on its way. */
    remove: (id: number) => void (busy || removal.run(id)),
  };
}
