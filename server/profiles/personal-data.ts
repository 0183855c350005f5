import type { Account } from "#server/identity/identity.ts";
import type { Tx } from "#server/kit/database/database.ts";
import type { ExportArea } from "#server/kit/export/area.ts";

/**
 * What a module does about the personal data that it stores. Every module that stores something about people is
 * registered with the profiles module and cleans up after itself.
 */
export type PersonalData = {
  /** What it stores about a person, for the data export. */
  exportAreas?(account: Account): ExportArea[];
  /** Before the account is closed, while this can still fail: a model's broadcast ends, a fan leaves a show. */
  beforeClose?(account: Account): Promise<void>;
  /** In the transaction that closes the account: it disappears from pages, lists and search. */
  close?(tx: Tx, account: Account): Promise<void>;
  /** After the commit: sockets, playback and publishing are cut. */
  afterClose?(account: Account): Promise<void>;
  /** 30 days later, in the transaction that erases: deletes what identifies the person. Must be repeatable. */
  erase?(tx: Tx, account: Account): Promise<void>;
};
