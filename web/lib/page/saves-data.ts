/** Whether the browser asks pages to save data (Network Information API; not in every browser). In the browser only. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
