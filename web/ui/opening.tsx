/** The place of a dialog or a drawer whose code is on its way. */
export const dialogPlace = () => <div className="opening" />;
export const drawerPlace = () => <div className="opening at-side" />;
