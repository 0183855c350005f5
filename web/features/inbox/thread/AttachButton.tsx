import { useRef } from "react";
import { offered } from "#web/lib/files/recognized.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { fileTypes } from "./use-file-choice.ts";

const attachId = "chat-attach";

/** Opens the file dialog of the one chat that is open; the focus stays at its button. */
export function chooseFile(): void {
  const button = document.getElementById(attachId);
  button?.focus();
  button?.click();
}

/** Opens the file dialog. */
export function AttachButton({ onFile }: { onFile(file: File | undefined): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={offered(fileTypes)}
        aria-label={m.inbox_attach()}
        // The button below opens it, and is read in its place.
        aria-hidden
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          // Choosing one file twice must be a change twice.
          event.target.value = "";
        }}
      />
      <IconButton id={attachId} icon="clip" label={m.inbox_attach()} onClick={() => input.current?.click()} />
    </>
  );
}
