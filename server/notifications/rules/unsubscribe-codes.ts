import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { unsubscribeCode } from "#contract/notifications.ts";
import type { Alert } from "../store/alerts-store.ts";

/** Codes in emails that delete one fan's alert about one model. They grant nothing else. */
export type UnsubscribeCodes = { make(pair: Alert): string; read(code: string): Alert | null };

const macBytes = 16;

/** Makes and checks the codes. They are not stored and never expire: links in old emails keep working. */
export function createUnsubscribeCodes(secret: string): UnsubscribeCodes {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "notices-off", 32));
  const macOf = (pair: string) => createHmac("sha256", key).update(pair).digest().subarray(0, macBytes);
  return {
    make({ fanId, modelId }) {
      const pair = `${fanId.toString(36)}-${modelId.toString(36)}`;
      return `${pair}-${macOf(pair).toString("base64url")}`;
    },
    read(code) {
      if (!unsubscribeCode.safeParse(code).success) return null;
      const [fan = "", model = ""] = code.split("-", 2);
      const mac = Buffer.from(code.slice(fan.length + model.length + 2), "base64url");
      if (mac.length !== macBytes || !timingSafeEqual(mac, macOf(`${fan}-${model}`))) return null;
      return { fanId: Number.parseInt(fan, 36), modelId: Number.parseInt(model, 36) };
    },
  };
}
