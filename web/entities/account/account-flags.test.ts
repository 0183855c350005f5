import { expect, test } from "vitest";
import { accountFlags } from "./account-flags.ts";

test("R-AUTH-37, R-ENT-04: nothing is asked at first, and each question is opened and closed by its own flag", () => {
  const closed = { resendEmail: false, confirmEmail: false, confirmRegistration: false };
  expect(accountFlags.get()).toEqual(closed);
  for (const flag of ["resendEmail", "confirmEmail", "confirmRegistration"] as const) {
    accountFlags.set({ [flag]: true });
    expect(accountFlags.get()).toEqual({ ...closed, [flag]: true });
    accountFlags.set({ [flag]: false });
  }
  expect(accountFlags.get()).toEqual(closed);
});
