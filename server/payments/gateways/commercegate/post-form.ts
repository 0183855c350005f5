/** How a form is sent, and how long its answer is awaited. */
export type Sending = { timeoutMs?: number; fetch?: typeof fetch };

/** `status` null: no answer came. */
export type Reply = { status: number | null; text: string | null; detail: string };

const answerMax = 10_000;

/** Posts a form. Errors carry their name only: a message might quote what was sent. */
export async function postForm(
  settings: Sending,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<Reply> {
  try {
    const send = settings.fetch ?? fetch;
    const response = await send(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
      signal: AbortSignal.timeout(settings.timeoutMs ?? 8_000),
      redirect: "error",
    });
    const text = (await response.text()).slice(0, answerMax);
    return { status: response.status, text, detail: `status ${response.status}` };
  } catch (error) {
    return { status: null, text: null, detail: error instanceof Error ? error.name : "error" };
  }
}
