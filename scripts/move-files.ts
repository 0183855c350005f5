import { ConfigError, readConfig } from "#server/config.ts";
import { localFiles, type MovedFiles, moveFiles, openFiles } from "#server/storage/storage.ts";

/**
 * Moves the uploaded files between `DATA_DIR` and the bucket of the settings: `npm run files:move -- bucket`, or
 * `-- disk` for the way back. The product has to be stopped.
 */
const [to, ...rest] = process.argv.slice(2);
try {
  if ((to !== "bucket" && to !== "disk") || rest.length > 0)
    throw new Error("Usage: npm run files:move -- bucket | disk");
  const config = readConfig(process.env);
  if (!config.s3)
    throw new Error("No bucket is set: give S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY.");
  const [disk, bucket] = [localFiles(config.dataDir), await openFiles(config)];
  const [source, target] = to === "bucket" ? [disk, bucket] : [bucket, disk];
  for (const files of [disk, bucket]) await files.check();
  console.log(lineOf(await moveFiles(source, target), to));
} catch (error) {
  console.error(
    error instanceof ConfigError ? `Wrong settings.\n${error.message}` : (error as Error).message,
  );
  process.exitCode = 1;
}

function lineOf({ copied, present, bytes }: MovedFiles, place: "bucket" | "disk"): string {
  const [where, next] =
    place === "bucket"
      ? ["in the bucket", "start with the S3_ settings"]
      : ["on the disk", "start without the S3_ settings"];
  const megabytes = (bytes / 1_000_000).toFixed(1);
  const before = present > 0 ? ` (${present} of them were there already)` : "";
  return `${copied + present} files, ${megabytes} MB, are ${where} now${before}: ${next}.`;
}
