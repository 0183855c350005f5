import { orderStyle } from "../../provider-pages/order-style.ts";
import {
  escapeHtml,
  type PageLanguage,
  providerPage,
  providerPolicy,
} from "../../provider-pages/provider-page.ts";
import type { Membership } from "./membership.ts";

const words = {
  en: {
    title: "Confirm your subscription",
    site: "CommerceGate sandbox",
    intro: (days: number) =>
      `You begin a subscription that renews itself every ${days} days until you cancel it.`,
    today: "Today",
    every: (days: number) => `Every ${days} days`,
    payer: "Email",
    once: "Confirm your payment",
    onceIntro: "You pay once. Nothing renews.",
    approve: "Subscribe and pay",
    pay: "Pay",
    decline: "Decline the card",
    note: "This is a simulated payment page. No real money moves.",
    closed: "This form has been used already.",
    missing: "This form does not exist.",
    back: "Back",
  },
  es: {
    title: "Confirma tu suscripción",
    site: "CommerceGate sandbox",
    intro: (days: number) =>
      `Comienzas una suscripción que se renueva cada ${days} días hasta que la canceles.`,
    today: "Hoy",
    every: (days: number) => `Cada ${days} días`,
    payer: "Correo",
    once: "Confirma tu pago",
    onceIntro: "Pagas una vez. No se renueva nada.",
    approve: "Suscribirme y pagar",
    pay: "Pagar",
    decline: "Rechazar la tarjeta",
    note: "Esta página de pago es simulada. No se mueve dinero real.",
    closed: "Este formulario ya se usó.",
    missing: "Este formulario no existe.",
    back: "Volver",
  },
} as const;

/** No script at all, the page's own style, forms that lead back here and to the merchant. */
export function formPolicy(merchantOrigin: string): string {
  return providerPolicy(orderStyle, merchantOrigin, "'self'");
}

/** The form where the payer approves or declines; one that was used only offers the way back. */
export function formPage(
  membership: Membership,
  language: PageLanguage,
  { action, back, once, days }: { action: string; back: string; once: boolean; days: number },
): string {
  const w = words[language];
  const price = `$${escapeHtml(membership.amount)}`;
  const details = `
    <dl>
      <div><dt>${w.today}</dt><dd class="sum">${price}</dd></div>
      ${once ? "" : `<div><dt>${w.every(days)}</dt><dd>${price}</dd></div>`}
      <div><dt>${w.payer}</dt><dd>${escapeHtml(membership.email)}</dd></div>
    </dl>`;
  const choices = `
    <form class="choices" method="post" action="${escapeHtml(action)}">
      <button class="main" name="decision" value="approve">${once ? w.pay : w.approve}</button>
      <button name="decision" value="decline">${w.decline}</button>
    </form>`;
  const isOpen = membership.state === "asked";
  const way = `<a class="back" href="${escapeHtml(back)}">${w.back}</a>`;
  const intro = once ? w.onceIntro : w.intro(days);
  const title = once ? w.once : w.title;
  return page(language, title, `<p>${isOpen ? intro : w.closed}</p>${details}${isOpen ? choices : way}`);
}

/** The page for an address that leads to no form. */
export function missingFormPage(language: PageLanguage): string {
  const { title, missing } = words[language];
  return page(language, title, `<p>${missing}</p>`);
}

function page(language: PageLanguage, title: string, content: string): string {
  const { site, note } = words[language];
  return providerPage({ language, site, title, note, style: orderStyle, content });
}
