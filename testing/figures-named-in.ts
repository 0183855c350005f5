/** Roles of the database, named like figures. */
const roles = new Set(["fanlight_app", "fanlight_owner"]);

/** The figures of the product's `/metrics` that a board or a document names, each once. */
export function figuresNamedIn(text: string): string[] {
  const names = text.match(/\b(?:fanlight|process|nodejs|http_request)_[a-z0-9_]+/g) ?? [];
  return [...new Set(names)].filter((name) => !roles.has(name));
}
