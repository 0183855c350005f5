import { expect, expectTypeOf, test } from "vitest";
import { type AccountFlags, accountFlags } from "#web/entities/account/account-flags.ts";
import { readSession, type StoredSession } from "./session.ts";

test("R-ENT-04: beside the profile the page holds who is signed in, the token, and the two flags of what is to be confirmed", () => {
  expectTypeOf<StoredSession>().toEqualTypeOf<{ token: string; fanId: number }>();
  expect(readSession("token=a.b.c; fan_id=42")).toEqual({ token: "a.b.c", fanId: 42 });
  for (const half of ["token=a.b.c", "fan_id=42", "token=a.b.c; fan_id=x", ""])
    expect(readSession(half)).toBeNull();
  expectTypeOf<AccountFlags>().toExtend<{ confirmEmail: boolean; confirmRegistration: boolean }>();
  expect(accountFlags.get()).toMatchObject({ confirmEmail: false, confirmRegistration: false });
  accountFlags.set({ confirmEmail: true });
  expect(accountFlags.get()).toMatchObject({ confirmEmail: true, confirmRegistration: false });
  accountFlags.set({ confirmEmail: false });
});
