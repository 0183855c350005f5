import { m } from "#web/paraglide/messages.js";

export default function Home() {
  return <h1>{m.home_title()}</h1>;
}
