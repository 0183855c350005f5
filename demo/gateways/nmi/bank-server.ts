import { createHash } from "node:crypto";
import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import { providerLanguage, providerPage } from "../../provider-pages/provider-page.ts";
import type { NmiSimulator } from "./gateway.ts";

/**
 * `Gateway.js` of the simulated gateway, as far as its documentation describes asking a bank:
 * `Gateway.create(key).get3DSecure().createUI({ customerVaultId, currency, amount })` with `on(event, listener)` for
 * `challenge`, `complete` and `failure`, and `start(selector)`, which shows the bank in a frame.
 * Source: docs.nmi.com, "Payer Authentication".
 */
const gatewayScript = `"use strict";
(() => {
  const base = new URL("../../three-ds/", document.currentScript.src);
  const emitter = () => {
    const listeners = {};
    return { on: (event, listener) => { (listeners[event] ||= []).push(listener); }, emit: (event, detail) => { for (const one of listeners[event] || []) one(detail); } };
  };
  window.Gateway = {
    create(key) {
      const { on, emit } = emitter();
      return {
        on,
        get3DSecure: () => ({
          createUI(options) {
            const ui = emitter();
            return {
              on: ui.on,
              start(selector) {
                if (!options.customerVaultId) return emit("error", { message: "no card" });
                const frame = document.createElement("iframe");
                frame.src = new URL("challenge?" + new URLSearchParams({ key }), base).href;
                frame.title = "Bank";
                addEventListener("message", ({ source, data }) => {
                  if (source !== frame.contentWindow || !data || data.threeDs !== true) return;
                  frame.remove();
                  if (data.proof) ui.emit("complete", data.proof);
                  else ui.emit("failure", { code: "AUTHENTICATION_FAILED", message: "not confirmed" });
                });
                document.querySelector(selector).replaceChildren(frame);
                ui.emit("challenge", {});
              },
            };
          },
        }),
      };
    },
  };
})();
`;

const style = "main{border:0}";
const challengeScript = `"use strict";
for (const button of document.querySelectorAll("button"))
  button.addEventListener("click", async () => {
    if (button.value === "decline") return parent.postMessage({ threeDs: true }, "*");
    const answer = await fetch("answer" + location.search, { method: "POST" });
    parent.postMessage({ threeDs: true, proof: answer.ok ? await answer.json() : undefined }, "*");
  });
`;
const texts = {
  en: { site: "Sandbox Bank", title: "Is it you who pays?", approve: "Yes, pay", decline: "No, decline" },
  es: { site: "Banco Sandbox", title: "¿Eres tú quien paga?", approve: "Sí, pagar", decline: "No, rechazar" },
} as const;
const notes = {
  en: "This is a simulated bank. No real money moves.",
  es: "Este banco es simulado. No se mueve dinero real.",
};
const hash = createHash("sha256").update(challengeScript).digest("base64");
const asked = z.object({ key: z.string().max(100) });

/**
 * The files that a payer's browser loads to be asked by the bank: the script, the bank's page for a frame, and its
 * answer.
 */
export function bankServer({ banks, options }: NmiSimulator): FastifyPluginAsync {
  const isOurs = (query: unknown) => asked.safeParse(query).data?.key === options.checkoutKey;
  return async (app) => {
    app.get("/js/v1/Gateway.js", async (_request, reply) =>
      reply.type("text/javascript; charset=utf-8").header("cache-control", "no-store").send(gatewayScript),
    );
    app.get("/three-ds/challenge", async (request, reply) => {
      if (!isOurs(request.query)) return reply.status(400).send("");
      const language = providerLanguage(request);
      const { site, title, approve, decline } = texts[language];
      const content = `<div class="choices"><button value="approve">${approve}</button><button value="decline">${decline}</button></div><script>${challengeScript}</script>`;
      return reply
        .type("text/html; charset=utf-8")
        .header("cache-control", "no-store")
        .header(
          "content-security-policy",
          `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; connect-src 'self'`,
        )
        .send(providerPage({ language, site, title, note: notes[language], style, content }));
    });
    app.post("/three-ds/answer", async (request, reply) =>
      isOurs(request.query) ? reply.send(banks.confirm()) : reply.status(400).send({ error: "bad_request" }),
    );
  };
}
