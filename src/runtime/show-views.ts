import { wait } from '../adapters/system/wait.ts';

const VIEW_EVERY_MS = 100;

/** Shows views on the machine's clock until stopped. */
export function showViews(show: () => void): () => void {
  const ended = new AbortController();
  const loop = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      show();
      await wait(VIEW_EVERY_MS, ended.signal);
    }
  };
  void loop();
  return () => {
    ended.abort();
  };
}
