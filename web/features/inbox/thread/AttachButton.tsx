import { useRef } from "react";
import { chatFile } from "#contract/field-bounds.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";

const problems: Record<FileProblem, () => string> = {
  empty: () => m.inbox_file_empty(),
  wrong_type: () => m.inbox_file_wrong_type(),
  picture_too_large: () => m.inbox_file_picture_too_large(),
  video_too_large: () => m.inbox_file_video_too_large(),
};

const attachId = "chat-attach";

/** Opens the file dialog of the one chat that is open; the focus stays at its button. */
export function chooseFile(): void {
  const button = document.getElementById(attachId);
  button?.focus();
  button?.click();
}

type AttachButtonProps = { onFile(file: File): void; onProblem(words: string | null): void };

/** Opens the file dialog; what cannot be sent is refused at once. */
export function AttachButton({ onFile, onProblem }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    const problem = fileProblem(file);
    onProblem(problem && problems[problem]());
    if (problem === null) onFile(file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={fileTypes.join(",")}
        aria-label={m.inbox_attach()}
        // The button below opens it, and is read in its place.
        aria-hidden
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // The same file again must be a change again.
          event.target.value = "";
        }}
      />
      <IconButton id={attachId} icon="clip" label={m.inbox_attach()} onClick={() => input.current?.click()} />
    </>
  );
}

type FileProblem = "empty" | "wrong_type" | "picture_too_large" | "video_too_large";

/** What a file dialog offers. */
export const fileTypes: readonly string[] = [...chatFile.picture.accept, ...chatFile.video.accept];

/** Why the page does not even try to send a file; null when it may. The server looks at what is in it. */
export function fileProblem({ type, size }: Pick<File, "type" | "size">): FileProblem | null {
  if (size === 0) return "empty";
  if (includes(chatFile.picture.accept, type))
    return size > chatFile.picture.bytesMax ? "picture_too_large" : null;
  if (includes(chatFile.video.accept, type)) return size > chatFile.video.bytesMax ? "video_too_large" : null;
  return "wrong_type";
}

const includes = (list: readonly string[], item: string) => list.includes(item);
