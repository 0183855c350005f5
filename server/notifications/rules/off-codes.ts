import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { offCode } from "#contract/notifications.ts";
import type { Pair } from "../store/wishes-store.ts";

/** Codes that take one fan's wish about one model back, for whoever holds the mail. They open nothing else. */
export type OffCodes = { make(pair: Pair): string; read(code: string): Pair | null };

const macBytes = 16;

/** Makes and checks the codes. They are kept nowhere and stay good: an old mail is as good a way off as a new one. */
export function createOffCodes(secret: string): OffCodes {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "notices-off", 32));
  const macOf = (pair: string) => createHmac("sha256", key).update(pair).digest().subarray(0, macBytes);
  return {
    make({ fanId, modelId }) {
      const pair = `${fanId.toString(36)}-${modelId.toString(36)}`;
      return `${pair}-${macOf(pair).toString("base64url")}`;
    },
    read(code) {
      if (!offCode.safeParse(code).success) return null;
      const [fan = "", model = ""] = code.split("-", 2);
      const mac = Buffer.from(code.slice(fan.length + model.length + 2), "base64url");
      if (mac.length !== macBytes || !timingSafeEqual(mac, macOf(`${fan}-${model}`))) return null;
      return { fanId: Number.parseInt(fan, 36), modelId: Number.parseInt(model, 36) };
    },
  };
}
