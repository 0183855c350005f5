const codes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO"]);

/** Whether something failed because the disk is full, over its quota, read-only or broken, which is no bug of ours. */
export const isDiskAway = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && codes.has((error as NodeJS.ErrnoException).code);
