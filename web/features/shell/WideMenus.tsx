import { LanguageMenu } from "./LanguageMenu.tsx";
import { ThemeButton } from "./ThemeButton.tsx";

/** What wide screens choose in the header: the language and the look. */
export function WideMenus() {
  return (
    <>
      <LanguageMenu />
      <ThemeButton />
    </>
  );
}
