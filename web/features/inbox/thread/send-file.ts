import type { ChatMessage } from "#contract/chat-message.ts";
import type { Problem } from "#contract/common.ts";
import { sendAhead } from "#web/lib/api/upload-file.ts";
import { xhrTransport } from "#web/lib/api/xhr-transport.ts";
import { cookieNames } from "#web/lib/constants.ts";
import { readCookie } from "#web/lib/cookies.ts";
import { currentLanguage } from "#web/lib/i18n/locale.ts";
import { posterOf } from "../media/poster-of.ts";
import type { MediaSending, SendOutcome } from "./thread-outbox.ts";

/** The fields that stand before a file; `body` is its caption; `price` in tokens and `description` belong to what is for sale. */
export type FileForm = {
  from: "fan_chat" | "model_chat";
  type: "media" | "paid_media";
  temp_id: string;
  body?: string;
  price?: number;
  description?: string;
};

const waitSeconds = 60;
/** The objections to the words beside a file, which itself may be sent. */
const aboutWords: ReadonlySet<string> = new Set(["contact_details", "filtered_words"]);

/**
 * Sends a picture or video to the photos origin, which knows its caller by the header `access-token` only. It takes as
 * long as it takes: a large file goes ahead, and goes on where it was after a cut. A video goes with a still picture of it, which the server cannot draw itself. Browser only.
 */
export async function sendFile(
  photosOrigin: string,
  chatId: number,
  file: File,
  form: FileForm,
  { onProgress, signal }: MediaSending,
): Promise<SendOutcome> {
  const ahead = await sendAhead(file, {
    purpose: `chat ${chatId}`,
    intent: form.temp_id,
    onProgress,
    signal,
  });
  if (!ahead.ok) return refusalOf(ahead.status, ahead.body);
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) if (value !== undefined) body.append(name, String(value));
  const poster = file.type.startsWith("video/") ? await posterOf(file) : null;
  if (poster) body.append("poster", poster, "poster.jpg");
  if (ahead.upload === null) body.append("file", file);
  else body.append("upload_id", ahead.upload);
  const headers = {
    accept: "application/json",
    "accept-language": currentLanguage(),
    "access-token": readCookie(document.cookie, cookieNames.token) ?? "",
  };
  try {
    const path = `${photosOrigin}/chat/${chatId}/message`;
    const progress = ahead.upload === null ? { onProgress } : {};
    const { status, text } = await xhrTransport({ method: "POST", path, headers, body, ...progress, signal });
    ahead.ended({ status, body: problemOf(text) });
    return outcomeOf(status, text);
  } catch {
    ahead.ended({ status: 0 });
    return { ok: false, refusal: signal.aborted ? "cancelled" : "network" };
  }
}

function outcomeOf(status: number, text: string): SendOutcome {
  if (status === 201) return { ok: true, message: JSON.parse(text) as ChatMessage };
  return refusalOf(status, problemOf(text));
}

function refusalOf(status: number, problem: (Problem & { retry_after?: number }) | null): SendOutcome {
  if (problem?.code === "aborted") return { ok: false, refusal: "cancelled" };
  if (status === 429)
    return { ok: false, refusal: "slow_down", waitSeconds: problem?.retry_after ?? waitSeconds };
  // An answer of a proxy or an outage does not tell whether the file was taken.
  const isUnknown = (status === 0 || status >= 500) && problem?.code !== "overloaded";
  if (problem === null || isUnknown) return { ok: false, refusal: "network" };
  const field = Object.values(problem.errors ?? {})[0]?.[0];
  const badFile = [413, 415, 422].includes(status) && !aboutWords.has(problem.code);
  return { ok: false, refusal: "refused", message: field ?? problem.message, badFile };
}

function problemOf(text: string): (Problem & { retry_after?: number }) | null {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return null;
  }
}
