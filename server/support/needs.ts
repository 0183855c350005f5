import type { Mailer } from "#server/email/email.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Reader } from "#server/kit/database/database.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import type { PrivateFiles } from "#server/storage/storage.ts";
import type { Wallet } from "#server/wallet/wallet.ts";
import type { Reported } from "./emails/decision-emails.ts";
import type { EvidencePictures } from "./evidence-pictures.ts";
import type { ContentExists, ReadSales, RemoveContent } from "./remove-reported-content.ts";
import type { ReadEvidence } from "./report-evidence.ts";

export type SupportNeeds = {
  db: Database;
  clock: Clock;
  limits: Limits;
  enqueueEmail: Mailer["enqueue"];
  /** The address that receives messages to support. */
  supportEmail: string;
  publicOrigin: string;
  /**
   * The person whom a decision about an account is mailed to; null: the account has no confirmed address, or is
   * closed.
   */
  addressee(reader: Reader, accountId: number): Promise<Reported | null>;
  /** Whether staff have suspended an account. */
  isSuspended(reader: Reader, accountId: number): Promise<boolean>;
  /** Copies what somebody reports. */
  readEvidence: ReadEvidence;
  pictures: EvidencePictures;
  /** Takes away what was reported. */
  removeContent: RemoveContent;
  /** Whether anything is left of what was reported. */
  contentExists: ContentExists;
  /** The buyers of a reported item. */
  readSales: ReadSales;
  files: Pick<PrivateFiles, "hold" | "letGo" | "link" | "head">;
  wallet: Pick<Wallet, "balance" | "issue" | "leftOf" | "reverse">;
};
