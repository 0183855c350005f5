import { z } from "zod";
import type { S3Config } from "#server/storage/storage.ts";
import { setting, word } from "./setting.ts";

/** The settings of S3: all that have no default, or none. */
export const s3Settings = {
  S3_ENDPOINT: setting(
    {
      about: "Scheme, host and port of an S3 server that keeps the uploaded pictures and videos",
      example: "https://s3.eu-west-1.amazonaws.com",
      unset: "files lie in `DATA_DIR`",
    },
    z
      .url({ protocol: /^https?$/, error: "must be http://host or https://host, with :port as needed" })
      .transform((value) => value.replace(/\/+$/, ""))
      .refine((value) => value === URL.parse(value)?.origin, "must be scheme, host and port only")
      .optional(),
  ),
  S3_BUCKET: setting(
    { about: "A bucket that nobody else may read", example: "fanlight-files" },
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
      .optional(),
  ),
  S3_ACCESS_KEY: setting(
    { about: "A key that may read, write, delete and list in the bucket", example: "<from the console>" },
    word,
  ),
  S3_SECRET_KEY: setting({ about: "The secret of that key", example: "<from the console>" }, word),
  S3_REGION: setting({ about: "The region of the bucket", example: "eu-west-1", unset: "`us-east-1`" }, word),
};

type Settings = z.output<z.ZodObject<typeof s3Settings>>;

const needed = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"] as const;

/** One line for each setting that is missing beside others. */
export function halfS3(settings: Settings): string[] {
  const missing = needed.filter((name) => settings[name] === undefined);
  if (missing.length === needed.length && settings.S3_REGION === undefined) return [];
  return missing.map((name) => `${name}: required where other S3_ settings are`);
}

/** How to reach the bucket; null where none is set: files lie on the local disk. */
export function s3Of(settings: Settings): S3Config | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey } = settings;
  const { S3_SECRET_KEY: secretKey, S3_REGION: region = "us-east-1" } = settings;
  return endpoint && bucket && accessKey && secretKey
    ? { endpoint, region, bucket, accessKey, secretKey }
    : null;
}
