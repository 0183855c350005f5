let left: { staying: Promise<void>; stay(): void } | null = null;

/**
 * From now on the page is left by choice, or stayed on after all: while it is left, a session that is found dead takes
 * nobody to the login, and nothing is read for the person whose session ends. Browser only.
 */
export function leaveByChoice(yes = true): void {
  if (yes) left ??= leaving();
  else {
    left?.stay();
    left = null;
  }
}

/** Is the page being left by choice? */
export const isLeft = (): boolean => left !== null;

/** Resolves at once while nobody leaves by choice; otherwise once the page is stayed on after all. */
export const untilStaying = (): Promise<void> => left?.staying ?? Promise.resolve();

function leaving() {
  let stay = () => {};
  const staying = new Promise<void>((resolve) => (stay = resolve));
  return { staying, stay };
}
