import type { Row } from "../row.ts";
import { renderAlone, serveStatic } from "./floors.ts";
import { beside, eventLoopDelay, idleShare, type Load, load } from "./load.ts";
import { pagesFor, type SeenPage, signIn } from "./pages.ts";
import { startProductProcess } from "./product.ts";

/** The server's cost of rendering: CPU and requests a second beside the same page static, and how long timers wait. */
export async function run(): Promise<Row[]> {
  const product = await startProductProcess();
  try {
    const server = { ...product, idle: await idleShare(product.pid) };
    const rows: Row[] = [];
    for (const page of pagesFor(await signIn(product.origin))) rows.push(...(await costsOf(server, page)));
    const alone = await renderAlone(product.origin);
    return [...rows, { name: "home.guest.render_alone", value: alone, unit: "ms" }];
  } finally {
    await product.stop();
  }
}

async function costsOf(
  server: { origin: string; pid: number; idle: number },
  { name, path, cookie }: SeenPage,
): Promise<Row[]> {
  const html = await (await fetch(server.origin + path, { headers: { cookie } })).text();
  const bare = await serveStatic(html);
  const floor = await load({ ...bare, idle: 0 }, "/").finally(bare.stop);
  // An address with a query is never answered from what another guest was shown a moment ago.
  const rendered = `${path}?rendered`;
  await load(server, rendered, { cookie });
  await eventLoopDelay(server.origin);
  const each = await load(server, rendered, { cookie });
  const delay = await eventLoopDelay(server.origin);
  const beStatic = (value: number, figure: keyof Load) => beside(value, "same page, static", floor[figure]);
  const rows: Row[] = [
    { name: `${name}.html`, value: html.length / 1000, unit: "KB" },
    { name: `${name}.cpu_per_render`, value: each.cpuMs, unit: "ms", ...beStatic(each.cpuMs, "cpuMs") },
    {
      name: `${name}.requests_per_second`,
      value: each.perSecond,
      unit: "/s",
      ...beStatic(each.perSecond, "perSecond"),
    },
    { name: `${name}.event_loop_p99`, value: delay, unit: "ms" },
  ];
  if (!name.endsWith(".guest")) return rows;
  const crowd = await load(server, path, { cookie });
  const cpu = { value: crowd.cpuMs, unit: "ms", ...beStatic(crowd.cpuMs, "cpuMs") };
  return [...rows, { name: `${name}.cpu_in_a_crowd`, ...cpu }];
}
