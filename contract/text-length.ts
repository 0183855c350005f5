/** Characters of a text (Unicode code points), as the database and JSON Schema count them. */
export const charactersIn = (text: string): number => [...text].length;

/** Characters that count towards the bounds of a field: spaces around a text are taken away before it is kept. */
export const trimmedLength = (text: string): number => charactersIn(text.trim());
