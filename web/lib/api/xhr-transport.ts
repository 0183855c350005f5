import type { Transport } from "#web/lib/api/api.ts";

/** A {@link Transport} that reports upload progress. Browser only. */
export const xhrTransport: Transport = ({ method, path, headers, body, onProgress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && onProgress?.(loaded / total);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new TypeError("the connection was lost"));
    request.onabort = () => reject(new DOMException("given up", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    if (signal.aborted) request.abort();
    else request.send(body ?? null);
  });
