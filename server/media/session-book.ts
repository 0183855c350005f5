type Entry = { room: string; tag: string };

/** The sessions that the application knows of, so that it can decide by their tags which may stay. */
export type SessionBook = {
  /** Notes a viewer whose connection is being set up; the returned function takes the note back. */
  expect(room: string, tag: string): () => void;
  add(sessionId: string, room: string, tag: string): void;
  remove(sessionId: string): void;
  /** Tags of a room's viewers, expected ones too. */
  tagsIn(room: string): string[];
  /** Rooms that have viewers, expected ones too. */
  rooms(): string[];
  clear(): void;
};

/** Makes an empty book. The engine bounds how many sessions there are. */
export function createSessionBook(): SessionBook {
  const sessions = new Map<string, Entry>();
  const expected = new Set<Entry>();
  const all = () => [...sessions.values(), ...expected];
  return {
    expect(room, tag) {
      const entry = { room, tag };
      expected.add(entry);
      return () => void expected.delete(entry);
    },
    add: (sessionId, room, tag) => void sessions.set(sessionId, { room, tag }),
    remove: (sessionId) => void sessions.delete(sessionId),
    tagsIn(room) {
      const here = all().filter((entry) => entry.room === room);
      return [...new Set(here.map((entry) => entry.tag))];
    },
    rooms: () => [...new Set(all().map((entry) => entry.room))],
    clear: () => sessions.clear(),
  };
}
