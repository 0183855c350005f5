/** The style of a provider's page that shows an order as a list of facts, with a main choice and quieter ones. */
export const orderStyle = `
dl{margin:20px 0;border:1px solid var(--line);border-radius:12px;overflow:hidden}
dl div{display:flex;justify-content:space-between;gap:16px;padding:12px 16px}
dl div+div{border-top:1px solid var(--line)}
dt{color:var(--dim);font-size:14px}
dd{margin:0;font-variant-numeric:tabular-nums;text-align:right;overflow-wrap:anywhere}
.sum{font-size:20px;font-weight:700}
button.main{background:var(--accent);border-color:var(--accent);color:#fff}
button.main:hover{background:var(--press)}
button.quiet{border-color:transparent;color:var(--dim)}
`;
