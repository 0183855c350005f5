import { browserApi } from "#web/lib/api/browser-api.ts";

/** How a download went: 200, or the server's status and sentence; 0 when no answer came. */
export type Downloaded = { status: 200 } | { status: number; body: { message: string } };

const patienceMs = 120_000;

/** Fetches a file in the name of the signed-in person and saves it in the browser under `name`. Browser only. */
export async function downloadFile(path: string, name: string): Promise<Downloaded> {
  try {
    const headers = browserApi.headers();
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(path, { headers, credentials: "omit", signal });
    if (!response.ok) return { status: response.status, body: await problemOf(response) };
    handOver(await response.blob(), name);
    return { status: 200 };
  } catch (error) {
    return { status: 0, body: { message: String(error) } };
  }
}

async function problemOf(response: Response): Promise<{ message: string }> {
  const body: unknown = await response.json().catch(() => null);
  const message = (body as { message?: unknown } | null)?.message;
  return { message: typeof message === "string" ? message : response.statusText };
}

/** Hands bytes to the browser as a file to keep. Browser only. */
export function handOver(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the address by the next task; the bytes need not stay longer.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
