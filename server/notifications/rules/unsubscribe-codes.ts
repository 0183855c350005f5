import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { unsubscribeCode } from "#contract/notifications.ts";
import type { Alert } from "../store/alerts-store.ts";

/**
 * The mails that a fan has switched off: about one model who goes live, about any who is public again, or the daily
 * one.
 */
export type Unsubscribed = Alert | { fanId: number; about: "public_again" | "digest" };

/** Codes in emails that turn one kind of mail off for one fan. They grant nothing else. */
export type UnsubscribeCodes = { make(what: Unsubscribed): string; read(code: string): Unsubscribed | null };

const words = { public_again: "_public", digest: "_digest" } as const;

const macBytes = 16;

/** Makes and checks the codes. They are not stored and never expire: links in old emails keep working. */
export function createUnsubscribeCodes(secret: string): UnsubscribeCodes {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "notices-off", 32));
  const macOf = (pair: string) => createHmac("sha256", key).update(pair).digest().subarray(0, macBytes);
  return {
    make(what) {
      const about = "about" in what ? words[what.about] : what.modelId.toString(36);
      const pair = `${what.fanId.toString(36)}-${about}`;
      return `${pair}-${macOf(pair).toString("base64url")}`;
    },
    read(code) {
      if (!unsubscribeCode.safeParse(code).success) return null;
      const [fan = "", about = ""] = code.split("-", 2);
      const mac = Buffer.from(code.slice(fan.length + about.length + 2), "base64url");
      if (mac.length !== macBytes || !timingSafeEqual(mac, macOf(`${fan}-${about}`))) return null;
      const fanId = Number.parseInt(fan, 36);
      if (about === words.digest) return { fanId, about: "digest" };
      if (about === words.public_again) return { fanId, about: "public_again" };
      return { fanId, modelId: Number.parseInt(about, 36) };
    },
  };
}
