import { expect, test } from "vitest";
import { fileProblem, fileTypes } from "./use-file-choice.ts";

const mb = 1024 * 1024;

test("R-OPEN-51: pictures up to 20 mb and videos up to 500 mb are sent, all else is not", () => {
  for (const type of ["image/jpeg", "image/png", "image/webp"]) {
    expect(fileProblem({ type, size: 20 * mb })).toBeNull();
    expect(fileProblem({ type, size: 20 * mb + 1 })).toBe("picture_too_large");
  }
  for (const type of ["video/mp4", "video/webm", "video/quicktime"]) {
    expect(fileProblem({ type, size: 500 * mb })).toBeNull();
    expect(fileProblem({ type, size: 500 * mb + 1 })).toBe("video_too_large");
  }
  for (const type of ["image/svg+xml", "application/pdf", ""])
    expect(fileProblem({ type, size: 1 })).toBe("wrong_type");
  for (const type of fileTypes) expect(fileProblem({ type, size: 0 })).toBe("empty");
  expect(fileTypes).toHaveLength(6);
});
