/** The owner of a playback session: the user, and the address block that they connect from. */
export type Holder = { person: string; address: string };

/** A playback session as the application knows it: its room, its tag and its user. */
export type RegisteredViewer = Holder & { room: string; tag: string };

/** The playback sessions that the application knows of, so that it can decide which may stay. */
export type SessionRegistry = {
  /** Registers a viewer whose connection is being set up; the returned function removes it again. */
  addPending(viewer: RegisteredViewer): () => void;
  add(sessionId: string, viewer: RegisteredViewer): void;
  remove(sessionId: string): void;
  /** All of them, the oldest first; those being set up come last and have no id yet. */
  viewers(): (RegisteredViewer & { sessionId: string | null })[];
  /** Tags of a room's viewers, pending ones too. */
  tagsIn(room: string): string[];
  /** Rooms that have viewers, pending ones too. */
  rooms(): string[];
  clear(): void;
};

/** Creates an empty registry. The engine bounds how many sessions there are. */
export function createSessionRegistry(): SessionRegistry {
  const sessions = new Map<string, RegisteredViewer>();
  const pending = new Set<RegisteredViewer>();
  const all = () => [...sessions.values(), ...pending];
  return {
    addPending(viewer) {
      pending.add(viewer);
      return () => void pending.delete(viewer);
    },
    add: (sessionId, viewer) => void sessions.set(sessionId, viewer),
    remove: (sessionId) => void sessions.delete(sessionId),
    viewers: () => [
      ...[...sessions].map(([sessionId, viewer]) => ({ ...viewer, sessionId })),
      ...[...pending].map((viewer) => ({ ...viewer, sessionId: null })),
    ],
    tagsIn(room) {
      const here = all().filter((entry) => entry.room === room);
      return [...new Set(here.map((entry) => entry.tag))];
    },
    rooms: () => [...new Set(all().map((entry) => entry.room))],
    clear: () => sessions.clear(),
  };
}
