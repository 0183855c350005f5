import { chooseTheme, useTheme } from "#web/lib/page/theme.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";

/** Switches between the dark and the light theme. */
export function ThemeButton({ className }: { className?: string }) {
  const theme = useTheme();
  return (
    <IconButton
      icon={theme === "dark" ? "sun" : "night"}
      label={theme === "dark" ? m.nav_theme_light() : m.nav_theme_dark()}
      onClick={() => chooseTheme(theme === "dark" ? "light" : "dark")}
      className={className}
    />
  );
}
