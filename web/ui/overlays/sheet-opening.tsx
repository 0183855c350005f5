type SheetState = { open?: boolean };

/** The place of an open sheet while its code is loading. */
export const sheetPlace = ({ open = true }: SheetState) => open && <div className="opening at-bottom" />;
export const stageSheetPlace = ({ open = true }: SheetState) =>
  open && <div className="opening at-bottom on-stage" />;
