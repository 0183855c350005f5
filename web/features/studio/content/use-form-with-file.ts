import { useEffect, useRef, useState } from "react";
import type { CommandAnswer } from "#web/lib/api/refusal.ts";
import { type FormFile, sendAhead } from "#web/lib/api/upload-file.ts";

/**
 * The file's part of a form: the file itself, or the name of the upload that came ahead; and the name of the field.
 */
export type FileParts = {
  file: Blob | null;
  body: { upload_id?: string };
  sending: { signal: AbortSignal; timeoutMs: null; onProgress?: (share: number) => void };
};

export type FormWithFile = {
  /** Share of the file that has been sent, 0 to 1; at 1 the server prepares it. */
  share: number;
  /** A file and its form are under way. */
  isSending: boolean;
  /** Sends a large file ahead of its form, then the form by `call`. `purpose`, `intent`: as `sendAhead` takes them. */
  send<A extends CommandAnswer>(
    file: Blob,
    as: { purpose: string; intent: string },
    call: (parts: FileParts) => Promise<A>,
  ): Promise<A | Extract<FormFile, { ok: false }>>;
  /** Gives up what is under way; its answer has the code `aborted`. */
  cancel(): void;
};

/** A form that brings a file, with progress, and a way to stop it. It is given up when its component goes. */
export function useFormWithFile(): FormWithFile {
  const [share, setShare] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  return {
    share,
    isSending,
    cancel: () => stop.current?.abort(),
    async send(file, as, call) {
      stop.current = new AbortController();
      const { signal } = stop.current;
      setShare(0);
      setIsSending(true);
      try {
        const ahead = await sendAhead(file, { ...as, onProgress: setShare, signal });
        if (!ahead.ok) return ahead;
        const isAhead = ahead.upload !== null;
        const answer = await call({
          file: isAhead ? null : file,
          body: ahead.upload === null ? {} : { upload_id: ahead.upload },
          // Half a gigabyte takes as long as the connection takes.
          sending: { signal, timeoutMs: null, ...(isAhead ? {} : { onProgress: setShare }) },
        });
        ahead.ended(answer);
        return answer;
      } finally {
        setIsSending(false);
      }
    },
  };
}
