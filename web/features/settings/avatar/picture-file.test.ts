import { expect, test } from "vitest";
import { avatarPart } from "#contract/profile.ts";
import { pictureProblem, pictureTypes } from "./use-picture.ts";

test("R-OPEN-13: the page refuses what the server would refuse, before anything is sent", () => {
  expect(pictureTypes).toEqual([...avatarPart.accept]);
  for (const type of avatarPart.accept) {
    expect(pictureProblem({ type, size: avatarPart.bytesMax })).toBeNull();
    expect(pictureProblem({ type, size: avatarPart.bytesMax + 1 })).toBe("too_large");
  }
  expect(pictureProblem({ type: "image/gif", size: 10 })).toBe("wrong_type");
  expect(pictureProblem({ type: "", size: 10 })).toBe("wrong_type");
});
