import type { PrivateFiles } from "#server/storage/storage.ts";
import type { PurchaseHook } from "./needs.ts";

/** Lets the links die that a fan has whose payment went back: what they still own is asked for again. */
export const cutFilesOfReturned = (files: Pick<PrivateFiles, "revoke">): PurchaseHook => ({
  async returned(tx, { fanId, kind }) {
    if (kind !== "chargeback_reversed") await files.revoke(tx, { readerId: fanId });
  },
});
