type Place = { address: string; publicOrigin: string; demo: boolean };

/**
 * The text that the start prints at its end. People open a product in service at `publicOrigin` alone; its demo at
 * its address on this machine, and on others at `publicOrigin` where that is another one.
 */
export function readyText(seconds: number, { address, publicOrigin, demo }: Place): string {
  const lines = [
    `Started in ${seconds.toFixed(1)} s`,
    `Fanlight is ready at ${demo ? address : publicOrigin}`,
  ];
  if (demo && publicOrigin !== address) lines.push(`Others open it at ${publicOrigin}`);
  return lines.join("\n");
}
