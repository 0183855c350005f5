/** What the start prints at its end. `publicOrigin`: where others open it, which may be the address on this machine. */
export function readyText(seconds: number, address: string, publicOrigin: string): string {
  const lines = [`Started in ${seconds.toFixed(1)} s`, `Fanlight is ready at ${address}`];
  if (publicOrigin !== address) lines.push(`Others open it at ${publicOrigin}`);
  return lines.join("\n");
}
