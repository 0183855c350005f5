import { z } from "zod";
import { origin, setting } from "./setting.ts";
import { isVapidKey } from "./vapid-key.ts";

/** The settings of notifications to browsers (Web Push). */
export const pushSettings = {
  VAPID_PRIVATE_KEY: setting(
    {
      about:
        "The key that browsers subscribe to: P-256, 32 bytes in base64url. With another one they are sent nothing until their owners subscribe again",
      example: "<openssl rand 32 | basenc --base64url | tr -d =>",
      unset: "made once, kept in `DATA_DIR`",
    },
    z
      .string()
      .refine(isVapidKey, "must be a private key of P-256, 32 bytes in base64url without padding")
      .optional(),
  ),
  PUSH_ORIGINS: setting(
    {
      about:
        "Origins of push services of your own, with commas between them; those at public hosts need no entry",
      example: "https://push.example.com",
    },
    z
      .string()
      .transform((list) => list.split(",").map((one) => one.trim()))
      .pipe(z.array(origin))
      .default([]),
  ),
};
