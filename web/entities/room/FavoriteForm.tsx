import type { ReactNode } from "react";

type FavoriteFormProps = {
  model: { id: number; liked: boolean };
  onPress(): void;
  /** The button of type "submit", which is given the name and value of what it asks for. */
  children(submit: { name: "add" | "remove"; value: number }): ReactNode;
};

/** Around a heart: a plain form, which works before the page is hydrated. */
export function FavoriteForm({ model: { id, liked }, onPress, children }: FavoriteFormProps) {
  return (
    <form
      method="post"
      action="/favorite"
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        onPress();
      }}
    >
      {children({ name: liked ? "remove" : "add", value: id })}
    </form>
  );
}
