import { finishSocialLogin } from "#web/lib/session/sign-in.ts";
import { replaceMissingStorage } from "./missing-storage.ts";

/** What few pages need before they come alive; true when another page is on its way instead. Browser only. */
export function prepareLife(): Promise<boolean> {
  replaceMissingStorage();
  return finishSocialLogin();
}
