import { orderStyle } from "../../provider-pages/order-style.ts";
import {
  escapeHtml,
  type PageLanguage,
  providerPage,
  providerPolicy,
} from "../../provider-pages/provider-page.ts";
import { methodOf } from "./methods.ts";
import { type Deposit, isOpenDeposit } from "./provider.ts";

const labels = {
  en: {
    site: "Directa24 sandbox",
    title: "Pay with {method}",
    intro: "Check the payment and choose what happens.",
    voucher: "Show this code at a counter. The payment arrives when the counter reports it.",
    code: "Code",
    invoice: "Payment",
    amount: "Amount",
    approve: "Pay",
    counter: "Pay at the counter now",
    later: "I will pay later",
    fail: "Let the bank decline",
    cancel: "Cancel and go back",
    note: "This is a simulated provider. No real money moves.",
    closed: "This payment is settled.",
    missing: "There is no such payment.",
    back: "Back to the shop",
  },
  es: {
    site: "Directa24 sandbox",
    title: "Paga con {method}",
    intro: "Revisa el pago y elige qué ocurre.",
    voucher: "Muestra este código en un punto de pago. El pago llega cuando el punto lo informa.",
    code: "Código",
    invoice: "Pago",
    amount: "Importe",
    approve: "Pagar",
    counter: "Pagar ahora en el punto",
    later: "Pagaré más tarde",
    fail: "Que el banco lo rechace",
    cancel: "Cancelar y volver",
    note: "Este proveedor es simulado. No se mueve dinero real.",
    closed: "Este pago ya está resuelto.",
    missing: "Ese pago no existe.",
    back: "Volver a la tienda",
  },
} as const;

/** No script at all, the page's own style, forms that lead back here and to the shop, which may show it in a frame. */
export function depositPolicy(shopOrigin: string): string {
  return providerPolicy(orderStyle, shopOrigin, "'self'");
}

/** The page where the payer pays, declines or leaves; a settled deposit only offers the way back. */
export function depositPage(deposit: Deposit, action: string): string {
  const t = labels[deposit.language];
  const method = methodOf(deposit.payment_method);
  const isOpen = isOpenDeposit(deposit);
  const intro = method?.voucher ? t.voucher : t.intro;
  const back = deposit.status === "COMPLETED" ? deposit.success_url : deposit.back_url;
  const content = `<p>${isOpen ? intro : t.closed}</p>${rowsOf(deposit)}${
    isOpen ? choices(deposit, action) : `<a class="back" href="${escapeHtml(back)}">${t.back}</a>`
  }`;
  return page(deposit.language, t.title.replace("{method}", escapeHtml(method?.name ?? "")), content);
}

function rowsOf({ language, invoice_id, deposit_id, amount, currency, payment_method }: Deposit): string {
  const t = labels[language];
  const sum = new Intl.NumberFormat("es-CO", { minimumFractionDigits: 2 }).format(amount);
  const voucher = methodOf(payment_method)?.voucher
    ? `<div><dt>${t.code}</dt><dd>${escapeHtml(deposit_id)}</dd></div>`
    : "";
  return `
    <dl>
      <div><dt>${t.invoice}</dt><dd>${escapeHtml(invoice_id.slice(0, 8))}</dd></div>
      ${voucher}
      <div><dt>${t.amount}</dt><dd class="sum">$${sum} ${escapeHtml(currency)}</dd></div>
    </dl>`;
}

function choices({ language, payment_method }: Deposit, action: string): string {
  const t = labels[language];
  const voucher = methodOf(payment_method)?.voucher;
  const second = voucher
    ? `<button name="decision" value="later">${t.later}</button>`
    : `<button name="decision" value="decline">${t.fail}</button>`;
  return `
    <form class="choices" method="post" action="${escapeHtml(action)}">
      <button class="main" name="decision" value="pay">${voucher ? t.counter : t.approve}</button>
      ${second}
      <button class="quiet" name="decision" value="cancel">${t.cancel}</button>
    </form>`;
}

/** The page for an address that leads to no deposit. */
export function missingDepositPage(language: PageLanguage): string {
  return page(language, labels[language].site, `<p>${labels[language].missing}</p>`);
}

function page(language: PageLanguage, title: string, content: string): string {
  const { site, note } = labels[language];
  return providerPage({ language, site, title, note, style: orderStyle, content });
}
