import { createHash } from "node:crypto";
import type { SandboxSale } from "./sale.ts";

const words = {
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

const style = `
:root{color-scheme:dark light;--bg:#0b0a10;--card:#1b1824;--line:#2a2637;--text:#f4f1fa;--dim:#b8b0c8;--accent:#d6246e;--press:#bc1c5f;--control:#6b6380}
@media (prefers-color-scheme:light){:root{--bg:#f1eef6;--card:#fff;--line:#e4dfec;--text:#1a1622;--dim:#4c4460;--accent:#c2185b;--press:#a3124b;--control:#857c99}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--bg);color:var(--text);font:16px/1.45 Inter,ui-sans-serif,system-ui,"Segoe UI",Roboto,sans-serif}
main{width:min(420px,100%);background:var(--card);border:1px solid var(--line);border-radius:20px;padding:24px;box-shadow:0 12px 32px #0005}
.bank{display:flex;align-items:center;gap:12px;color:var(--dim);font-size:14px;font-weight:600}
.bank svg{width:32px;height:32px;fill:none;stroke:var(--accent);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
h1{margin:16px 0 4px;font-size:22px;line-height:1.2}
p{margin:0;color:var(--dim)}
dl{margin:20px 0;border:1px solid var(--line);border-radius:12px;overflow:hidden}
dl div{display:flex;justify-content:space-between;gap:16px;padding:12px 16px}
dl div+div{border-top:1px solid var(--line)}
dt{color:var(--dim);font-size:14px}
dd{margin:0;font-variant-numeric:tabular-nums;text-align:right;overflow-wrap:anywhere}
.sum{font-size:20px;font-weight:700}
form{display:grid;gap:10px}
button,.back{font:inherit;font-weight:600;min-height:48px;border-radius:12px;border:1px solid var(--control);background:transparent;color:var(--text);cursor:pointer;display:grid;place-items:center;text-decoration:none}
button.main{background:var(--accent);border-color:var(--accent);color:#fff}
button.main:hover{background:var(--press)}
button.quiet{border-color:transparent;color:var(--dim)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.note{margin-top:20px;padding-top:16px;border-top:1px solid var(--line);font-size:13px}
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** No script at all, the page's own style, forms that lead back to this page and to the shop. */
export function checkoutPolicy(shopOrigin: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action 'self' ${shopOrigin}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
  ].join("; ");
}

export type PageLanguage = keyof typeof words;

/** The page where the payer approves, declines or cancels; a settled sale only offers the way back. */
export function checkoutPage(sale: SandboxSale, language: PageLanguage, action: string): string {
  const w = words[language];
  const facts = `
    <dl>
      <div><dt>${w.merchant}</dt><dd>${escapeHtml(sale.order_id)}</dd></div>
      <div><dt>${w.card}</dt><dd>•••• ${escapeHtml(sale.card.last4)}</dd></div>
      <div><dt>${w.amount}</dt><dd class="sum">$${escapeHtml(sale.amount)} ${escapeHtml(sale.currency)}</dd></div>
    </dl>`;
  const choices = `
    <form method="post" action="${escapeHtml(action)}">
      <button class="main" name="decision" value="approve">${w.approve}</button>
      <button name="decision" value="decline">${w.decline}</button>
      <button class="quiet" name="decision" value="cancel">${w.cancel}</button>
    </form>`;
  const back = `<a class="back" href="${escapeHtml(sale.return_url)}">${w.back}</a>`;
  const isOpen = sale.status === "requires_action";
  return page(language, `<p>${isOpen ? w.intro : w.closed}</p>${facts}${isOpen ? choices : back}`);
}

/** The page for an address that leads to no sale. */
export function missingPage(language: PageLanguage): string {
  return page(language, `<p>${words[language].missing}</p>`);
}

function page(language: PageLanguage, content: string): string {
  const w = words[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${w.title} · ${w.bank}</title>
<style>${style}</style>
</head>
<body>
<main>
  <div class="bank"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 10h18L12 4 3 10ZM5 10v8m5-8v8m4-8v8m5-8v8M3 20h18"/></svg>${w.bank}</div>
  <h1>${w.title}</h1>
  ${content}
  <p class="note">${w.note}</p>
</main>
</body>
</html>`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
