/**
 * `Collect.js` of the simulated gateway, as far as its documentation describes the inline variant:
 * `CollectJS.configure({ fields, customCss, validationCallback, fieldsAvailableCallback, timeoutDuration,
 * timeoutCallback, callback })` puts a frame into each field's selector, and `CollectJS.startPaymentRequest()` asks for a
 * token. A typed number stays in the frames, which speak to each other and never to the page.
 * Source: docs.nmi.com, "Collect.js", inline integration.
 */
export const collectScript = `"use strict";
(() => {
  const script = document.currentScript;
  const base = new URL(".", script.src).href;
  const origin = new URL(base).origin;
  const key = script.dataset.tokenizationKey || "";
  let set = null;
  let waiting = null;
  const settle = () => { clearTimeout(waiting); waiting = null; };
  addEventListener("message", ({ origin: from, data }) => {
    if (from !== origin || !set || !data || data.collect !== set.id) return;
    if (data.kind === "ready") {
      set.ready.add(data.field);
      if (set.ready.size === set.names.length) set.options.fieldsAvailableCallback?.();
    }
    if (data.kind === "validated") set.options.validationCallback?.(data.field, data.valid, data.message);
    if (data.kind === "token" && waiting !== null) { settle(); set.options.callback?.({ token: data.token, tokenType: "inline", card: data.card }); }
    if (data.kind === "failed" && waiting !== null) { settle(); set.options.timeoutCallback?.(); }
  });
  window.CollectJS = {
    configure(options) {
      settle();
      const names = Object.keys(options.fields);
      set = { id: Math.random().toString(36).slice(2), options, names, ready: new Set(), frames: {} };
      for (const name of names) {
        const { selector, title = name, placeholder = "" } = options.fields[name];
        const frame = document.createElement("iframe");
        const asked = new URLSearchParams({ name, title, placeholder, set: set.id, key, language: document.documentElement.lang, css: JSON.stringify(options.customCss || {}) });
        frame.src = base + "field?" + asked;
        frame.title = title;
        frame.className = "CollectJSInlineIframe";
        frame.name = "collect-" + set.id + "-" + name;
        frame.style.cssText = "border:0;display:block;width:100%;height:100%";
        document.querySelector(selector).replaceChildren(frame);
        set.frames[name] = frame;
      }
    },
    startPaymentRequest() {
      if (!set) return;
      settle();
      waiting = setTimeout(() => { waiting = null; set.options.timeoutCallback?.(); }, set.options.timeoutDuration || 10000);
      set.frames.ccnumber.contentWindow.postMessage({ collect: set.id, kind: "submit", names: set.names }, origin);
    },
  };
})();
`;
