type Opening = { opening?: { beside?: boolean | undefined } };

/** The place of a dialog or a drawer whose code is on its way; of the checkout's, where it will stand. */
export const dialogPlace = ({ opening }: object & Opening) => (
  <div className="opening" data-beside={opening?.beside} />
);
export const drawerPlace = () => <div className="opening at-side" />;
