import type { QueuedJob } from "#server/kit/jobs.ts";

/** The job that brings a message to many to those who wait for it. */
export const deliverJobName = "send_to_many";

export const deliverJob = (massMessageId: number): QueuedJob => ({
  name: deliverJobName,
  payload: { massMessageId },
  triesMax: 11,
});
