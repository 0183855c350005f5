import { useQueryClient } from "@tanstack/react-query";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { type Refusal, refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";
import { type ItemForm, newItemOf } from "./item-form.ts";
import type { StudioKind } from "./media-file.ts";
import { studioItemsKey } from "./studio-items-query.ts";
import { useFormWithFile } from "./use-form-with-file.ts";

export type Publishing = {
  /** Share that has been sent, 0 to 1, while it is on its way; at 1 the server prepares it. */
  sent: number | null;
  problem: string | null;
  /**
   * Sends the item; true when it is published. Typed text and choices stay until then; an item that is sent again
   * after a lost answer is published once.
   */
  publish(item: NewItem): Promise<boolean>;
  cancel(): void;
};

type NewItem = {
  form: ItemForm;
  media: Blob;
  poster: Blob | null;
  /** The picture that everybody is to see of the item. */
  cover: Blob | null;
  teaserAt: number | null;
};

/** Publishes a new item, with progress, and a way to stop it. */
export function usePublish(kind: StudioKind): Publishing {
  const client = useQueryClient();
  const upload = useFormWithFile();
  const { pending, refusal, run } = useCommand({
    call({ form, media, poster, cover, teaserAt }: NewItem, client_id) {
      const as = { purpose: `studio ${kind}`, intent: client_id };
      return upload.send(media, as, ({ file, body, sending }) =>
        browserApi.call("POST /api/studio/content", {
          body: {
            ...newItemOf(kind, form),
            teaser_at: teaserAt === null ? "" : String(teaserAt),
            client_id,
            ...body,
          },
          files: {
            ...(file ? { media: file } : {}),
            ...(poster ? { poster } : {}),
            ...(cover ? { cover } : {}),
          },
          ...sending,
        }),
      );
    },
    async onDone() {
      await client.invalidateQueries({ queryKey: studioItemsKey(kind) });
      toast({ kind: "success", text: m.studio_item_published() });
    },
    // The item may be there all the same.
    onRefused: ({ unknown }) =>
      unknown ? client.invalidateQueries({ queryKey: studioItemsKey(kind) }) : undefined,
  });
  return {
    sent: pending ? upload.share : null,
    problem: refusal && publishProblem(refusal),
    publish: run,
    cancel: upload.cancel,
  };
}

function publishProblem(refusal: Refusal): string | null {
  // Given up by the model.
  if (refusal.code === "aborted") return null;
  if (refusal.status === 0) return m.studio_publish_lost();
  const [first] = Object.values(refusal.errors ?? {}).flat();
  return first ?? refusalText(refusal);
}
