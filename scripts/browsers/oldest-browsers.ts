/** The oldest browsers that are served, as the README names them; the web app's syntax is built for them. */
export const oldestBrowsers = [
  ["chrome", "109"],
  ["edge", "109"],
  ["firefox", "115"],
  ["safari", "16.4"],
] as const;
