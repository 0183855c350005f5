/**
 * A value as text. The text of a file has everything that tells the file from others, as far as a page knows without
 * reading it.
 */
export const fingerprintOf = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => {
    if (!(part instanceof Blob)) return part;
    const { name, lastModified, size, type } = part as Partial<File>;
    return [name, lastModified, size, type];
  });
