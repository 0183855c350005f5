import { demoPassword } from "#demo/world/accounts.ts";

/** A page as somebody sees it. `cookie`: what their browser sends with it. */
export type SeenPage = { name: string; path: string; cookie: string };

/** The question of age has been answered, as on every visit but the first. */
const guest = "adult=1";

const paths = { home: "/", trending: "/trending", videos: "/videos", model: "/luna", room: "/stream/luna" };

/** The demo fan who opens the pages. */
export type Fan = { id: number; token: string };

/** Signs in as the demo fan `nico`. */
export async function signIn(origin: string): Promise<Fan> {
  const answer = await fetch(`${origin}/api/web_login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ login: "nico", password: demoPassword }),
  });
  if (answer.status !== 200) throw new Error(`signing in was answered with ${answer.status}`);
  const { accessToken, fan_id } = (await answer.json()) as { accessToken: string; fan_id: number };
  return { id: fan_id, token: accessToken };
}

/** The five pages of a visit, as a guest sees them and as a fan does. */
export function pagesFor({ id, token }: Fan): SeenPage[] {
  const fan = `${guest}; token=${token}; fan_id=${id}`;
  return Object.entries(paths).flatMap(([name, path]) => [
    { name: `${name}.guest`, path, cookie: guest },
    { name: `${name}.fan`, path, cookie: fan },
  ]);
}
