import { chatFile } from "#contract/field-bounds.ts";

export type FileProblem = "wrong_type" | "picture_too_large" | "video_too_large";

/** What a file dialog offers. */
export const fileTypes: readonly string[] = [...chatFile.picture.accept, ...chatFile.video.accept];

/** Why the page does not even try to send a file; null when it may. The server looks at what is in it. */
export function fileProblem({ type, size }: Pick<File, "type" | "size">): FileProblem | null {
  if (includes(chatFile.picture.accept, type))
    return size > chatFile.picture.bytesMax ? "picture_too_large" : null;
  if (includes(chatFile.video.accept, type)) return size > chatFile.video.bytesMax ? "video_too_large" : null;
  return "wrong_type";
}

const includes = (list: readonly string[], item: string) => list.includes(item);
