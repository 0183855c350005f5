import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { type ItemForm, newItemOf } from "./item-form.ts";
import type { StudioKind } from "./media-file.ts";
import { studioItemsKey } from "./studio-items-query.ts";
import type { Media } from "./use-media.ts";

export type Publishing = {
  /** Share that has been sent, 0 to 1, while it is on its way; at 1 the server prepares it. */
  sent: number | null;
  problem: string | null;
  /** Sends the item; true when it is published. What was typed and chosen stays until then. */
  publish(form: ItemForm, files: Media): Promise<boolean>;
  cancel(): void;
};

/** Publishes a new item, with progress, and a way to stop it. */
export function usePublish(kind: StudioKind): Publishing {
  const client = useQueryClient();
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  async function publish(form: ItemForm, { media, poster }: Media): Promise<boolean> {
    if (media === null) return false;
    stop.current = new AbortController();
    setProblem(null);
    setSent(0);
    const answer = await browserApi.call("POST /api/studio/content", {
      body: newItemOf(kind, form),
      files: { media: media.file, ...(poster ? { poster: poster.file } : {}) },
      onProgress: setSent,
      signal: stop.current.signal,
      // Half a gigabyte takes as long as her line takes.
      timeoutMs: null,
    });
    setSent(null);
    if (answer.status === 201) {
      await client.invalidateQueries({ queryKey: studioItemsKey(kind) });
      toast({ kind: "success", text: m.studio_item_published() });
      return true;
    }
    const stopped = answer.status === 0 && answer.body.code === "aborted";
    setProblem(stopped ? null : publishProblem(answer));
    return false;
  }
  return { sent, problem, publish, cancel: () => stop.current?.abort() };
}

type Refused = { status: number; body: { message: string; errors?: Record<string, string[]> | undefined } };

function publishProblem({ status, body }: Refused): string {
  if (status === 0) return m.studio_publish_lost();
  const [first] = Object.values(body.errors ?? {}).flat();
  return m.studio_problem({ message: first ?? body.message });
}
