import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "../buttons/Button.tsx";

type NothingHereProps = {
  title: string;
  /** With the number of the answer, for an address that no route knows. */
  status?: boolean;
  /** Where it leads back to; home, unless given. */
  back?: { to: string; text: string };
  /** The layout around it has the page's `main` already. */
  inMain?: boolean;
};

/** Says that something does not exist, and leads back. */
export function NothingHere({ title, status = false, back, inMain = false }: NothingHereProps) {
  const { to, text } = back ?? { to: "/", text: m.error_back_home() };
  const Frame = inMain ? "div" : "main";
  return (
    <Frame
      id={inMain ? undefined : "main"}
      className="grid min-h-[60dvh] place-content-center justify-items-center gap-2 p-6 text-center"
    >
      <NightWindow />
      <h1 className="mt-3 max-w-[24ch] text-20!">{title}</h1>
      {status && <p className="text-text-3">404</p>}
      <ButtonLink to={to} tone="primary" className="mt-3">
        {text}
      </ButtonLink>
    </Frame>
  );
}

/** The window of the logo at night, with a cat on its sill. */
function NightWindow() {
  return (
    <svg viewBox="0 0 220 146" width={220} height={146} aria-hidden="true">
      <radialGradient id="night-window" cx=".5" cy="1" r="1">
        <stop stopColor="#FF7A6B" stopOpacity=".5" />
        <stop offset="1" stopColor="#FF3D7F" stopOpacity="0" />
      </radialGradient>
      <g strokeWidth="5" className="stroke-control">
        <path d="M40 118a70 70 0 0 1 140 0Z" fill="url(#night-window)" />
        <path d="M88 118a22 22 0 0 1 44 0M110 96V48M94 103 60 69M126 103l34-34" fill="none" />
      </g>
      <circle cx="84" cy="74" r="9" fill="#FFE3A0" />
      <rect x="28" y="116" width="164" height="8" rx="4" className="fill-control" />
      <path
        d="M150 116c-2-16 2-22 8-24l3-8 5 7h8l4-7 3 9c6 4 6 14 2 23 10-2 12-14 6-18"
        strokeWidth="3"
        strokeLinejoin="round"
        className="fill-[#3B2F4F] stroke-[#3B2F4F] light:fill-[#2A2138] light:stroke-[#2A2138]"
      />
      <circle cx="164" cy="99" r="2" fill="#FFC24B" />
      <circle cx="174" cy="99" r="2" fill="#FFC24B" />
    </svg>
  );
}
