import { useState } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { toast } from "#web/ui/toast.ts";

/** Shows the picture or video of a report once it is asked for: what is looked at stands in the log. */
export function EvidenceFile({ ticketId }: { ticketId: number }) {
  const [file, setFile] = useState<{ url: string; kind: "picture" | "video" } | null>(null);
  const { pending, run } = useCommand({
    call: (_: object, client_id) =>
      browserApi.call("POST /api/admin/tickets/{id}/evidence-file", {
        params: { id: ticketId },
        body: { client_id },
      }),
    onDone: ({ body }) => setFile(body),
    onRefused: (refusal) => toast({ kind: "error", text: refusalText(refusal) }),
  });
  if (file) return <Shown {...file} />;
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button size="sm" busy={pending} onClick={() => void run({})}>
        {m.report_view_media()}
      </Button>
      <p className="text-12 text-text-3">{m.report_view_media_note()}</p>
    </div>
  );
}

function Shown({ url, kind }: { url: string; kind: "picture" | "video" }) {
  const box = "max-h-[60vh] max-w-full justify-self-start rounded-12";
  return kind === "picture" ? (
    <img src={url} alt={m.report_evidence()} className={box} />
  ) : (
    // biome-ignore lint/a11y/useMediaCaption: a reported video as it was uploaded, which has no captions.
    <video src={url} controls preload="metadata" aria-label={m.report_evidence()} className={box} />
  );
}
