import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { MassMessage } from "#contract/mass-messages.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { sendAhead } from "#web/lib/api/upload-file.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";
import { massQuery } from "./mass-query.ts";

export type MassOrder = {
  to: MassMessage["to"];
  item_id: number | null;
  body: string;
  price: number | null;
  send_at: string | null;
  media: Blob | null;
  poster: Blob | null;
};

/**
 * Sends a message to many. Its file goes first and once; after a lost answer the same message goes out under the same id,
 * so that nobody gets it twice. `share`: how much of the file has gone, 0 to 1.
 */
export function useMassOrder(onSent: () => void) {
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const kept = useRef<{ file: Blob; id: number } | null>(null);
  const command = useCommand({
    async call({ media, poster, ...order }: MassOrder, client_id) {
      if (media && kept.current?.file !== media) {
        setShare(0);
        const { signal } = new AbortController();
        const ahead = await sendAhead(media, {
          purpose: "to many",
          intent: client_id,
          onProgress: setShare,
          signal,
        });
        if (!ahead.ok) return ahead;
        const uploaded = await browserApi.call("POST /api/studio/mass-media", {
          body: ahead.upload === null ? {} : { upload_id: ahead.upload },
          files: { ...(ahead.upload === null ? { file: media } : {}), ...(poster ? { poster } : {}) },
          ...(ahead.upload === null ? { onProgress: setShare } : {}),
          // Half a gigabyte takes as long as the connection takes.
          timeoutMs: null,
        });
        ahead.ended(uploaded);
        if (uploaded.status !== 201) return uploaded;
        kept.current = { file: media, id: uploaded.body.id };
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
  return { ...command, share };
}
