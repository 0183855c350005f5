import { orderStyle } from "../../provider-pages/order-style.ts";
import {
  escapeHtml,
  type PageLanguage,
  providerPage,
  providerPolicy,
} from "../../provider-pages/provider-page.ts";
import type { SandboxSale } from "./sale.ts";

const texts = {
  en: {
    title: "Confirm your payment",
    bank: "Sandbox Bank",
    intro: "Your bank asks you to confirm this purchase.",
    merchant: "Order",
    amount: "Amount",
    card: "Card",
    approve: "Approve payment",
    decline: "Decline",
    cancel: "Cancel and go back",
    note: "This is a simulated bank. No real money moves.",
    closed: "This payment is already settled.",
    back: "Back to the shop",
    missing: "There is no such payment.",
  },
  es: {
    title: "Confirma tu pago",
    bank: "Banco Sandbox",
    intro: "Tu banco te pide confirmar esta compra.",
    merchant: "Pedido",
    amount: "Importe",
    card: "Tarjeta",
    approve: "Aprobar el pago",
    decline: "Rechazar",
    cancel: "Cancelar y volver",
    note: "Este banco es simulado. No se mueve dinero real.",
    closed: "Este pago ya está resuelto.",
    back: "Volver a la tienda",
    missing: "Ese pago no existe.",
  },
} as const;

const style = `${orderStyle}
.site svg{width:32px;height:32px;fill:none;stroke:var(--accent);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
`;
const bankMark =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 10h18L12 4 3 10ZM5 10v8m5-8v8m4-8v8m5-8v8M3 20h18"/></svg>';

/** No script at all, the page's own style, forms that lead back to this page and to the shop. */
export function checkoutPolicy(shopOrigin: string): string {
  return providerPolicy(style, shopOrigin, "'self'");
}

/** The page where the payer approves, declines or cancels; a settled sale only offers the way back. */
export function checkoutPage(sale: SandboxSale, language: PageLanguage, action: string): string {
  const w = texts[language];
  const details = `
    <dl>
      <div><dt>${w.merchant}</dt><dd>${escapeHtml(sale.order_id)}</dd></div>
      <div><dt>${w.card}</dt><dd>•••• ${escapeHtml(sale.card.last4)}</dd></div>
      <div><dt>${w.amount}</dt><dd class="sum">$${escapeHtml(sale.amount)} ${escapeHtml(sale.currency)}</dd></div>
    </dl>`;
  const choices = `
    <form class="choices" method="post" action="${escapeHtml(action)}">
      <button class="main" name="decision" value="approve">${w.approve}</button>
      <button name="decision" value="decline">${w.decline}</button>
      <button class="quiet" name="decision" value="cancel">${w.cancel}</button>
    </form>`;
  const back = `<a class="back" href="${escapeHtml(sale.return_url)}">${w.back}</a>`;
  const isOpen = sale.status === "requires_action";
  return page(language, `<p>${isOpen ? w.intro : w.closed}</p>${details}${isOpen ? choices : back}`);
}

/** The page for an address that leads to no sale. */
export function missingPage(language: PageLanguage): string {
  return page(language, `<p>${texts[language].missing}</p>`);
}

function page(language: PageLanguage, content: string): string {
  const { bank: site, title, note } = texts[language];
  return providerPage({ language, site, mark: bankMark, title, note, style, content });
}
