import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { FormAlert } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { type ItemForm, itemRules, newItemForm } from "./item-form.ts";
import { ItemFields } from "./ItemFields.tsx";
import { isFilm, type StudioKind } from "./media-file.ts";
import { MediaChoice } from "./MediaChoice.tsx";
import { SendProgress } from "./SendProgress.tsx";
import { useMedia } from "./use-media.ts";
import { usePublish } from "./use-publish.ts";

type PublishDialogProps = { kind: StudioKind; onClose(): void };

/** Makes a new video or post: its file, its poster, its texts and what it costs. */
export function PublishDialog({ kind, onClose }: PublishDialogProps) {
  const files = useMedia(kind);
  const publishing = usePublish(kind);
  const form = useForm<ItemForm>({
    mode: "onBlur",
    resolver: zodResolver(itemRules),
    defaultValues: newItemForm,
  });
  const busy = publishing.sent !== null;
  const { media, poster, cover, teaserAt } = files;
  const ready = media !== null && (!isFilm(media.file) || poster !== null);
  const publish = form.handleSubmit(async (values) => {
    if (!media) return;
    const pictures = { poster: poster?.file ?? null, cover: cover?.file ?? null };
    if (await publishing.publish({ form: values, media: media.file, ...pictures, teaserAt })) onClose();
  });
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      maxWidth={620}
      title={kind === "video" ? m.studio_new_video() : m.studio_new_post()}
      footer={
        busy ? (
          <SendProgress sent={publishing.sent ?? 0} name={m.studio_publish()} onCancel={publishing.cancel} />
        ) : (
          <>
            {!ready && <p className="text-12 text-text-2">{m.studio_media_missing()}</p>}
            <Button tone="primary" className="ml-auto" disabled={!ready} onClick={publish}>
              {m.studio_publish()}
            </Button>
          </>
        )
      }
    >
      <FormAlert text={publishing.problem} />
      <fieldset disabled={busy} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 disabled:opacity-60">
        <MediaChoice kind={kind} chosen={files} disabled={busy} />
        <ItemFields kind={kind} form={form} />
      </fieldset>
    </Dialog>
  );
}
