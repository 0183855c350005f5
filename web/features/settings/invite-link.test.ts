import { expect, test } from "vitest";
import { inviteLink } from "./InviteDialog.tsx";

test("R-REF-01: the invite link is the origin and the fan's id, nothing else", () => {
  expect(inviteLink("https://fanlight.example", 42)).toBe("https://fanlight.example/register?referrer=42");
});
