const KEY = "room_sound";

/** Whether this visit has chosen sound. Everybody starts muted, because browsers forbid sound before a gesture. */
export function soundChosen(): boolean {
  return sessionStorage.getItem(KEY) === "on";
}

/** Remembers the choice for the visit: the life of this tab. */
export function chooseSound(on: boolean): void {
  sessionStorage.setItem(KEY, on ? "on" : "off");
}
