const pauseMs = 500;
const patienceMs = 180_000;
const liveModels = 24;

/** Waits until all models of the demo world are on air. */
export default async function waitForWorld(): Promise<void> {
  const origin = `http://localhost:${process.env.E2E_PORT}`;
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const live = await countLive(origin);
    if (live >= liveModels) return;
    if (Date.now() > deadline) throw new Error(`only ${live} of ${liveModels} models are on air`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

type Rooms = { data: { isStream: boolean }[]; meta: { last_page: number } };

async function countLive(origin: string): Promise<number> {
  const known = await fetch(`${origin}/api/gender`);
  // A product under load may refuse; it is asked again.
  if (!known.ok) return 0;
  const genders = (await known.json()) as { data: { id: number }[] };
  let live = 0;
  for (const { id } of genders.data) {
    for (let page = 1, last = 1; page <= last; page++) {
      const answer = await fetch(`${origin}/api/video-chat-rooms?gender=${id}&page=${page}`);
      if (!answer.ok) return 0;
      const rooms = (await answer.json()) as Rooms;
      live += rooms.data.filter((card) => card.isStream).length;
      last = rooms.meta.last_page;
    }
  }
  return live;
}
