import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { refusalText } from "../say-refusal.ts";
import { type PictureProblem, pictureProblem } from "./picture-file.ts";

type Chosen = { file: File; url: string };

export type Picture = {
  /** Address of what was chosen and not yet saved. */
  preview: string | null;
  problem: string | null;
  /** Share that has been sent, 0 to 1, while it is being saved. */
  sent: number | null;
  choose(file: File | undefined): void;
  /** The browser could not draw what was chosen. */
  unreadable(): void;
  drop(): void;
  save(): Promise<void>;
};

const problems: Record<PictureProblem, () => string> = {
  wrong_type: () => m.settings_picture_wrong_type(),
  too_large: () => m.settings_picture_too_large(),
};

/** A picture that is chosen, looked at and then saved. */
export function usePicture(fanId: number): Picture {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen]);
  const save = async () => {
    if (!chosen) return;
    setProblem(null);
    setSent(0);
    const answer = await browserApi.call("POST /api/fan/store-avatar/{fanId}", {
      params: { fanId },
      files: { avatar: chosen.file },
      onProgress: setSent,
      // A slow line needs longer for five megabytes than other calls may take.
      timeoutMs: 120_000,
    });
    setSent(null);
    if (answer.status === 200) {
      client.setQueryData(profileQuery.queryKey, answer.body);
      setChosen(null);
      toast({ kind: "success", text: m.settings_avatar_saved() });
      return;
    }
    const sentence = "errors" in answer.body ? answer.body.errors?.avatar?.[0] : undefined;
    setProblem(sentence ?? refusalText(answer));
  };
  return {
    preview: chosen?.url ?? null,
    problem,
    sent,
    choose(file) {
      if (!file) return;
      const wrong = pictureProblem(file);
      setProblem(wrong && problems[wrong]());
      setChosen(wrong ? null : { file, url: URL.createObjectURL(file) });
    },
    unreadable() {
      setChosen(null);
      setProblem(m.settings_picture_unreadable());
    },
    drop() {
      setChosen(null);
      setProblem(null);
    },
    save,
  };
}
