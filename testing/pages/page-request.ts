import type { Language } from "./words.ts";

/** The password of every account of the demo world. */
export const demoPassword = "fanlight-demo";

/** The product's answer to a browser that asks for a page, before any redirect is followed. */
export type PageAnswer = {
  status: number;
  location: string | null;
  /** Each `Set-Cookie` header. */
  cookies: string[];
  headers: Headers;
  html: string;
};

/** Asks for a page as a browser whose owner is an adult does, without opening one. */
export async function requestPage(
  url: string,
  { cookie = "adult=1", language = "en" }: { cookie?: string; language?: Language } = {},
): Promise<PageAnswer> {
  const headers = { accept: "text/html", "accept-language": language, cookie };
  const answer = await fetch(url, { headers, redirect: "manual" });
  const { status } = answer;
  return {
    status,
    location: answer.headers.get("location"),
    cookies: answer.headers.getSetCookie(),
    headers: answer.headers,
    html: await answer.text(),
  };
}

/** The words of a document, without its scripts and styles. */
export const textOf = (html: string): string =>
  html.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, " ").replaceAll(/<[^>]+>/g, " ");

/** The session of a demo account: its token, and the cookies of a browser that has it. */
export async function sessionOf(origin: string, login: string): Promise<{ token: string; cookie: string }> {
  const answer = await fetch(`${origin}/api/web_login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ login, password: demoPassword }),
  });
  const { accessToken, fan_id } = (await answer.json()) as { accessToken: string; fan_id: number };
  return { token: accessToken, cookie: `adult=1; token=${accessToken}; fan_id=${fan_id}` };
}
