/** A playback session as the application knows it: in which room, with which tag, and whose. */
export type BookedViewer = Holder & { room: string; tag: string };

/** The playback sessions that the application knows of, so that it can decide which may stay. */
export type SessionBook = {
  /** Notes a viewer whose connection is being set up; the returned function takes the note back. */
  expect(viewer: BookedViewer): () => void;
  add(sessionId: string, viewer: BookedViewer): void;
  remove(sessionId: string): void;
  /** All of them, the oldest first; those being set up come last and have no id yet. */
  viewers(): (BookedViewer & { sessionId: string | null })[];
  /** Tags of a room's viewers, expected ones too. */
  tagsIn(room: string): string[];
  /** Rooms that have viewers, expected ones too. */
  rooms(): string[];
  clear(): void;
};

/** Makes an empty book. The engine bounds how many sessions there are. */
export function createSessionBook(): SessionBook {
  const sessions = new Map<string, BookedViewer>();
  const expected = new Set<BookedViewer>();
  const all = () => [...sessions.values(), ...expected];
  return {
    expect(viewer) {
      expected.add(viewer);
      return () => void expected.delete(viewer);
    },
    add: (sessionId, viewer) => void sessions.set(sessionId, viewer),
    remove: (sessionId) => void sessions.delete(sessionId),
    viewers: () => [
      ...[...sessions].map(([sessionId, viewer]) => ({ ...viewer, sessionId })),
      ...[...expected].map((viewer) => ({ ...viewer, sessionId: null })),
    ],
    tagsIn(room) {
      const here = all().filter((entry) => entry.room === room);
      return [...new Set(here.map((entry) => entry.tag))];
    },
    rooms: () => [...new Set(all().map((entry) => entry.room))],
    clear: () => sessions.clear(),
  };
}

/** Whose playback session it is: one person, and the address block that they came from. */
export type Holder = { person: string; address: string };
