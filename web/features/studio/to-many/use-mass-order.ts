import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { MassMessage } from "#contract/mass-messages.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";
import { useFormWithFile } from "../content/use-form-with-file.ts";
import { massQuery } from "./mass-query.ts";

export type MassOrder = {
  to: MassMessage["to"];
  item_id: number | null;
  body: string;
  price: number | null;
  send_at: string | null;
} & Files;

type Files = { media: Blob | null; poster: Blob | null };

/**
 * Sends a message to many. Its file and poster go first and once; after a lost answer the same message goes out under the
 * same id, so that nobody gets it twice. `sent`: how much of the file has gone, 0 to 1, until the server has it whole;
 * until then the message can be given up, and is when its page is left.
 */
export function useMassOrder(onSent: () => void) {
  const client = useQueryClient();
  const upload = useFormWithFile();
  const kept = useRef<(Files & { id: number }) | null>(null);
  const command = useCommand({
    async call({ media, poster, ...order }: MassOrder, client_id) {
      const isKept = kept.current?.media === media && kept.current?.poster === poster;
      if (media && !isKept) {
        const as = { purpose: "to many", intent: client_id };
        const uploaded = await upload.send(media, as, async ({ file, body, sending }) => {
          const files = { ...(file ? { file } : {}), ...(poster ? { poster } : {}) };
          const answer = await browserApi.call("POST /api/studio/mass-media", { body, files, ...sending });
          if (answer.status === 201) kept.current = { media, poster, id: answer.body.id };
          return answer;
        });
        if (uploaded.status !== 201) return uploaded;
      }
      const media_id = media ? (kept.current?.id ?? null) : null;
      return browserApi.call("POST /api/studio/mass-messages", { body: { ...order, media_id, client_id } });
    },
    onDone(_answer, { to, send_at }) {
      kept.current = null;
      const words = to === "new_subscribers" ? m.studio_mass_welcome_saved : m.studio_mass_on_its_way;
      toast({
        kind: "success",
        text: send_at && to !== "new_subscribers" ? m.studio_mass_planned() : words(),
      });
      onSent();
      void client.invalidateQueries(massQuery);
    },
  });
  const { cancel, isSending, share } = upload;
  return { ...command, cancel, sent: isSending ? share : null };
}
