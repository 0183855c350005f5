import { useEffect, useState } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { recognized } from "#web/lib/files/recognized.ts";
import { useSetViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";

type Chosen = { file: File; url: string };

export type Picture = {
  /** Address of what was chosen and not yet saved. */
  preview: string | null;
  problem: string | null;
  /** Share that has been sent, 0 to 1, while it is being saved. */
  sent: number | null;
  choose(file: File | undefined): Promise<void>;
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
  const setViewer = useSetViewer();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [share, setShare] = useState(0);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen]);
  const { pending, refusal, run, reset } = useCommand({
    call(avatar: File) {
      setShare(0);
      return browserApi.call("POST /api/fan/store-avatar/{fanId}", {
        params: { fanId },
        files: { avatar },
        onProgress: setShare,
        // A slow connection needs longer for five megabytes than other calls may take.
        timeoutMs: 120_000,
      });
    },
    onDone({ body }) {
      setViewer(body);
      setChosen(null);
      toast({ kind: "success", text: m.settings_avatar_saved() });
    },
  });
  const choose = (next: Chosen | null, problem: string | null = null) => {
    reset();
    setWrong(problem);
    setChosen(next);
  };
  return {
    preview: chosen?.url ?? null,
    problem: wrong ?? (refusal && (refusal.errors?.avatar?.[0] ?? refusalText(refusal))),
    sent: pending ? share : null,
    async choose(given) {
      if (!given) return;
      const file = await recognized(given);
      const problem = pictureProblem(file);
      if (problem) choose(null, problems[problem]());
      else choose({ file, url: URL.createObjectURL(file) });
    },
    unreadable: () => choose(null, m.settings_picture_unreadable()),
    drop: () => choose(null),
    save: async () => void (chosen && (await run(chosen.file))),
  };
}

/** The limits are the server's, checked before anything is sent. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp"];
const bytesMax = 5 * 1024 * 1024;

export type PictureProblem = "wrong_type" | "too_large";

/** The objection to a chosen file, or null. */
export function pictureProblem(file: Pick<File, "type" | "size">): PictureProblem | null {
  if (!pictureTypes.includes(file.type)) return "wrong_type";
  return file.size > bytesMax ? "too_large" : null;
}
