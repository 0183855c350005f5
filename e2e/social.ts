import { expect } from "@playwright/test";
import { type Visitor, visitPage } from "./visitor.ts";

/** The person that somebody claims to be at the simulated X: one it knows, or somebody new. */
export type XSelf = { known: string } | { handle: string; email?: string };

let people = 0;

/** A handle that nobody has yet at the simulated X. */
export function newHandle(): string {
  people += 1;
  return `e${Date.now().toString(36)}${people}`.slice(0, 15);
}

/** Goes from the login to the simulated X. */
export async function goToX({ page, words }: Visitor, from = "/login"): Promise<void> {
  await visitPage(page, from);
  await page.getByRole("link", { name: words("social_log_in") }).click();
  await expect(page).toHaveURL(/\/dev\/x\/authorize/);
}

const decisions = {
  accept: { en: "Authorize app", es: "Autorizar la aplicación" },
  withoutEmail: { en: "Authorize without email", es: "Autorizar sin correo" },
  refuse: { en: "Cancel", es: "Cancelar" },
} as const;

/** Says at the simulated X who one is, and whether the product may know. */
export async function answerAtX(
  { page, language }: Visitor,
  decision: keyof typeof decisions,
  self?: XSelf,
): Promise<void> {
  if (self && "known" in self) await page.getByRole("radio", { name: self.known }).check();
  if (self && "handle" in self) {
    await page.getByRole("radio", { name: language === "es" ? "Alguien nuevo" : "Somebody new" }).check();
    await page.getByLabel(language === "es" ? "Usuario" : "Handle", { exact: true }).fill(self.handle);
    await page.getByLabel(language === "es" ? /^Correo/ : /^Email/).fill(self.email ?? "");
  }
  await page.getByRole("button", { name: decisions[decision][language], exact: true }).click();
}

/** Gives the consents in the modal that completes a registration, and creates the account. */
export async function completeRegistration({ page, words }: Visitor): Promise<void> {
  const modal = page.getByRole("dialog", { name: words("social_register_title") });
  await expect(modal).toBeVisible();
  for (const consent of ["auth_over_18", "auth_accept_terms", "auth_accept_privacy"])
    await modal.getByRole("checkbox", { name: words(consent) }).check();
  await modal.getByRole("button", { name: words("social_register_submit") }).click();
  await expect(modal).toHaveCount(0);
}
