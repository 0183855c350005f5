/** Why there is no backup, or nothing was restored; the message is one line for the operator. */
export class BackupError extends Error {
  override name = "BackupError";
}
