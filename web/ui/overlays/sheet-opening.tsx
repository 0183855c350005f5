type SheetState = { open?: boolean };

/** The place of a sheet that is open, and whose code is on its way. */
export const sheetPlace = ({ open = true }: SheetState) => open && <div className="opening at-bottom" />;
export const stageSheetPlace = ({ open = true }: SheetState) =>
  open && <div className="opening at-bottom on-stage" />;
