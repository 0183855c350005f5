import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Somebody with an account at the simulated X. `email` is confirmed there; null: none. */
export type XPerson = { id: string; handle: string; name: string; email: string | null };

/** The simulated X's register of people. */
export type PeopleBook = {
  all(): readonly XPerson[];
  byId(id: string): XPerson | undefined;
  /** Enters somebody new, or answers who has the handle already. */
  enter(handle: string, email: string | null): XPerson;
};

/** People it knows from the beginning; the last one has the address of the demo's main fan. */
const residents: readonly XPerson[] = [
  { id: "1100000000000000001", handle: "ada_listens", name: "Ada", email: "ada@x.fanlight.example" },
  { id: "1100000000000000002", handle: "quiet_otter", name: "Otto", email: null },
  { id: "1100000000000000003", handle: "nico_on_x", name: "Nico", email: "nico@demo.fanlight.example" },
];

const peopleMax = 500;

/** Opens the register kept in `file`, or one in memory alone. */
export function openPeopleBook(file: string | null): PeopleBook {
  const people = [...residents, ...(file ? readBook(file) : [])];
  return {
    all: () => people,
    byId: (id) => people.find((person) => person.id === id),
    enter(handle, email) {
      const known = people.find((person) => person.handle.toLowerCase() === handle.toLowerCase());
      if (known) return known;
      const id = String(1_100_000_000_000_000_000n + BigInt(people.length + 1));
      const person = { id, handle, name: handle, email };
      if (people.length < peopleMax) people.push(person);
      if (file) writeBook(file, people.slice(residents.length));
      return person;
    },
  };
}

function readBook(file: string): XPerson[] {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as XPerson[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Replaced whole, so that a crash leaves the old book or the new one. */
function writeBook(file: string, people: readonly XPerson[]): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(people));
  renameSync(`${file}.new`, file);
}
