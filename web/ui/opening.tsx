/** The place of a dialog, a drawer or a sheet whose code is on its way. */
export const dialogPlace = () => <div className="opening" />;
export const drawerPlace = () => <div className="opening at-side" />;

type SheetState = { open?: boolean };

export const sheetPlace = ({ open = true }: SheetState) => open && <div className="opening at-bottom" />;
export const stageSheetPlace = ({ open = true }: SheetState) =>
  open && <div className="opening at-bottom on-stage" />;
