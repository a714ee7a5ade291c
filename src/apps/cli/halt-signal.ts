/** Calls back at SIGUSR2, by which a halt can be asked for from anywhere on the machine. Returns what ends the listening. */
export function listenForHaltSignal(halt: (reason: string) => void): () => void {
  const listener = (): void => {
    halt('SIGUSR2');
  };
  process.on('SIGUSR2', listener);
  return () => process.off('SIGUSR2', listener);
}
