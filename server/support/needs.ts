import type { Mailer } from "#server/email/email.ts";
import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { Limits } from "#server/kit/http/limits.ts";
import type { PrivateFiles } from "#server/storage/storage.ts";
import type { Wallet } from "#server/wallet/wallet.ts";
import type { EvidencePictures } from "./evidence-pictures.ts";
import type { ContentExists, ReadSales, RemoveContent } from "./remove-reported-content.ts";
import type { ReadEvidence } from "./report-evidence.ts";
import type { KeptDays } from "./rules/deadlines.ts";

export type SupportNeeds = {
  db: Database;
  clock: Clock;
  limits: Limits;
  enqueueEmail: Mailer["enqueue"];
  /** The address that receives messages to support. */
  supportEmail: string;
  keeping: KeptDays;
  publicOrigin: string;
  accounts: Pick<Identity, "byId" | "suspendedSince">;
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
