import { useRef } from "react";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/IconButton.tsx";
import { type FileProblem, fileProblem, fileTypes } from "./file-rules.ts";

const problems: Record<FileProblem, () => string> = {
  wrong_type: () => m.inbox_file_wrong_type(),
  picture_too_large: () => m.inbox_file_picture_too_large(),
  video_too_large: () => m.inbox_file_video_too_large(),
};

type AttachButtonProps = { onFile(file: File): void; onProblem(words: string | null): void };

/** Opens the file dialog; what cannot be sent is said at once. */
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
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // The same file again must be a change again.
          event.target.value = "";
        }}
      />
      <IconButton icon="clip" label={m.inbox_attach()} onClick={() => input.current?.click()} />
    </>
  );
}
