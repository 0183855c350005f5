import { type ClipboardEvent, useEffect, useRef, useState } from "react";
import { chatFile } from "#contract/field-bounds.ts";
import { recognized } from "#web/lib/files/recognized.ts";
import { m } from "#web/paraglide/messages.js";
import type { ThreadSession } from "./thread-session.ts";

const problems: Record<FileProblem, () => string> = {
  empty: () => m.inbox_file_empty(),
  wrong_type: () => m.inbox_file_wrong_type(),
  picture_too_large: () => m.inbox_file_picture_too_large(),
  video_too_large: () => m.inbox_file_video_too_large(),
};

export type FileChoice = {
  /** Why the last file cannot be sent; null when it can. */
  problem: string | null;
  forgetProblem(): void;
  /** A file is being dragged over the page. */
  isOver: boolean;
  choose(file: File | undefined): void;
  onPaste(event: ClipboardEvent): void;
};

/**
 * The ways in which a file is chosen for the one chat that is open: the file dialog, the clipboard, and dropping it
 * anywhere on the page, which the browser would leave otherwise. A file that can be sent is looked at first
 * (`ThreadState.chosen`).
 */
export function useFileChoice(thread: Pick<ThreadSession, "choose">): FileChoice {
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const choose = async (given: File | undefined) => {
    if (!given) return;
    const file = await recognized(given);
    const found = fileProblem(file);
    setProblem(found && problems[found]());
    if (found === null) thread.choose(file);
  };
  const take = useRef(choose);
  useEffect(() => {
    take.current = choose;
  });
  useEffect(() => listenForDrops(setIsOver, (file) => void take.current(file)), []);
  return {
    problem,
    forgetProblem: () => setProblem(null),
    isOver,
    choose: (file) => void choose(file),
    onPaste(event) {
      const [file] = event.clipboardData.files;
      if (!file) return;
      event.preventDefault();
      void choose(file);
    },
  };
}

/** Answers what ends it. */
function listenForDrops(onOver: (isOver: boolean) => void, onDrop: (file: File | undefined) => void) {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  const isFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;
  window.addEventListener(
    "dragover",
    (event) => isFile(event) && (event.preventDefault(), onOver(true)),
    options,
  );
  // The drag leaves the window, and no part of the page for another one.
  window.addEventListener(
    "dragleave",
    ({ relatedTarget }) => relatedTarget === null && onOver(false),
    options,
  );
  const drop = (event: DragEvent) => {
    if (!isFile(event)) return;
    event.preventDefault();
    onOver(false);
    onDrop(event.dataTransfer?.files[0]);
  };
  window.addEventListener("drop", drop, options);
  return () => stop.abort();
}

type FileProblem = "empty" | "wrong_type" | "picture_too_large" | "video_too_large";

export const fileTypes: readonly string[] = [...chatFile.picture.accept, ...chatFile.video.accept];

/** Why the page does not even try to send a file of a type that its content names; null when it may. */
export function fileProblem({ type, size }: Pick<File, "type" | "size">): FileProblem | null {
  if (size === 0) return "empty";
  if (includes(chatFile.picture.accept, type))
    return size > chatFile.picture.bytesMax ? "picture_too_large" : null;
  if (includes(chatFile.video.accept, type)) return size > chatFile.video.bytesMax ? "video_too_large" : null;
  return "wrong_type";
}

const includes = (list: readonly string[], item: string) => list.includes(item);
