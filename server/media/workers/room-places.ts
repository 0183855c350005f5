/** A room at its worker; `publishing`: publishers on their way to it. */
type Place = { worker: number; publishing: number };
type Held = { worker: number; room: string };

/** What was lost with a worker. */
export type Lost = { rooms: ReadonlySet<string>; sessions: { sessionId: string; room: string }[] };

/**
 * Which of several engine processes holds which room and session. A room gets its place when somebody begins to publish to it
 * and keeps it as long as the worker reports it: while it has sessions, and a moment longer.
 */
export class RoomPlaces {
  readonly #rooms = new Map<string, Place>();
  readonly #sessions = new Map<string, Held>();

  /** The worker that holds a room; undefined: none does. */
  of(room: string): number | undefined {
    return this.#rooms.get(room)?.worker;
  }

  /** The worker that holds a session; undefined: none does. */
  ofSession(sessionId: string): number | undefined {
    return this.#sessions.get(sessionId)?.worker;
  }

  /**
   * The worker of a room that somebody is about to publish to: the one that holds it, else the one of these that carries least;
   * undefined where there are none. Once the worker has answered, {@link published} must be called.
   */
  publish(room: string, workers: readonly number[]): number | undefined {
    const known = this.#rooms.get(room);
    if (known) known.publishing += 1;
    else {
      const loads = this.#loads();
      const load = (worker: number) => loads.get(worker) ?? 0;
      const [worker] = workers.toSorted((a, b) => load(a) - load(b) || a - b);
      if (worker !== undefined) this.#rooms.set(room, { worker, publishing: 1 });
    }
    return this.of(room);
  }

  /** The worker has answered the publisher, or is gone. */
  published(room: string, worker: number): void {
    const place = this.#rooms.get(room);
    if (place?.worker === worker) place.publishing -= 1;
  }

  /** A session has been opened. */
  opened(sessionId: string, held: Held): void {
    this.#sessions.set(sessionId, held);
  }

  closed(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  /** Takes note of the rooms that a worker has now: the others that it had are over. */
  reported(worker: number, rooms: ReadonlySet<string>): void {
    for (const [room, place] of this.#rooms)
      if (place.worker === worker && place.publishing === 0 && !rooms.has(room)) this.#rooms.delete(room);
  }

  /** A worker is gone, with all that it held. */
  lose(worker: number): Lost {
    const rooms = [...this.#rooms].filter(([, place]) => place.worker === worker).map(([room]) => room);
    const sessions = [...this.#sessions]
      .filter(([, held]) => held.worker === worker)
      .map(([sessionId, { room }]) => ({ sessionId, room }));
    for (const room of rooms) this.#rooms.delete(room);
    for (const { sessionId } of sessions) this.#sessions.delete(sessionId);
    return { rooms: new Set(rooms), sessions };
  }

  /** Sessions and rooms of each worker: a room counts before its viewers come, so that those that begin together spread. */
  #loads(): Map<number, number> {
    const loads = new Map<number, number>();
    for (const { worker } of [...this.#sessions.values(), ...this.#rooms.values()])
      loads.set(worker, (loads.get(worker) ?? 0) + 1);
    return loads;
  }
}
