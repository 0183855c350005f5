import type { StudioListing } from "#contract/listing.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import { FileButton } from "../content/FileChoice.tsx";
import { useListingCommand } from "./use-listing-command.ts";

const types = ["image/jpeg", "image/png", "image/webp"];
const bytesMax = 20 * 1024 * 1024;
/** A slow connection needs longer for a picture than other calls may take. */
const uploadMsMax = 120_000;

/** The picture by which fans find the model in the lists. */
export function PictureDialog({ page, onClose }: { page: StudioListing; onClose(): void }) {
  const upload = useListingCommand(
    (picture: File) =>
      browserApi.call("POST /api/studio/listing/picture", { files: { picture }, timeoutMs: uploadMsMax }),
    m.studio_page_picture_saved,
  );
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.size > bytesMax) toast({ kind: "error", text: m.studio_file_picture_large() });
    else void upload.run(file);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.studio_step_picture()}
      footer={
        <Button tone="primary" className="ml-auto" disabled={page.portrait === null} onClick={onClose}>
          {m.studio_page_done()}
        </Button>
      }
    >
      <p className="text-text-2">{m.studio_page_picture_text()}</p>
      {page.portrait && (
        <img
          src={page.portrait}
          alt={m.studio_page_picture_alt()}
          width={240}
          height={300}
          className="mx-auto rounded-12"
        />
      )}
      <div aria-busy={upload.pending} className="grid justify-center">
        <FileButton
          label={m.studio_step_picture()}
          types={types}
          disabled={upload.pending}
          tone={page.portrait ? "outline" : "solid"}
          icon="image"
          onChoose={choose}
        >
          {upload.pending
            ? m.studio_page_picture_sending()
            : page.portrait
              ? m.studio_media_other()
              : m.studio_poster_choose()}
        </FileButton>
      </div>
    </Dialog>
  );
}
