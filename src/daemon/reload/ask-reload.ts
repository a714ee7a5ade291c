import { wait } from '../../adapters/system/machine-time.ts';
import { type Asked } from '../control/ask-daemon.ts';
import { type ReloadRequest, type ToldAnswer } from '../control/control-request.ts';

const ASK_EVERY_MS = 500;
/** Longer than any check and any replay may take together, real milliseconds. */
const DONE_WITHIN_MS = 180_000;

/** Asks a running program to reload a run until it says what became of it; null where it does not say. */
export async function askReload(
  request: ReloadRequest,
  ask: (request: ReloadRequest) => Promise<Asked>,
  signal: AbortSignal,
): Promise<ToldAnswer | null> {
  for (let waitedMs = 0; waitedMs < DONE_WITHIN_MS; waitedMs += ASK_EVERY_MS) {
    const asked = await ask(request);
    if (asked.kind !== 'answered' || signal.aborted) return null;
    const [told = null] = asked.answer.told;
    if (told?.code !== 'reload-begun') return told;
    await wait(ASK_EVERY_MS, signal);
  }
  return null;
}
