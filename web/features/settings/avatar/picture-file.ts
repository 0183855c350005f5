/** The same limits as the server's, told before anything is sent. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp"];
const bytesMax = 5 * 1024 * 1024;

export type PictureProblem = "wrong_type" | "too_large";

/** What speaks against a chosen file, or null. */
export function pictureProblem(file: Pick<File, "type" | "size">): PictureProblem | null {
  if (!pictureTypes.includes(file.type)) return "wrong_type";
  return file.size > bytesMax ? "too_large" : null;
}
