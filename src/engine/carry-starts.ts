import { type CarriedStart } from '../model/carried-start.ts';
import { istClock, istDate } from '../model/ist.ts';
import { type Desk } from './desk.ts';
import { lookAtPlatform, unknownStarts } from './unknown-starts.ts';

/** What a day leaves to the next: what is unknown, and what no answer will come to any more. */
export function startsToCarry(desk: Desk): readonly CarriedStart[] {
  const positions = [...desk.customPositions.all()].flatMap((custom): readonly CarriedStart[] => {
    const { runId, position, askedAtMs: sentAtMs, exitAtMs, detail, state } = custom;
    if (state !== 'start-unknown' && state !== 'starting') return [];
    return [{ kind: 'position', runId, position, sentAtMs, exitAtMs, detail }];
  });
  const signals = desk.signals.all().flatMap((signal): readonly CarriedStart[] => {
    const { runId, commandIndex, sentAtMs, detail, state } = signal;
    if (state !== 'unknown' && state !== 'sending') return [];
    return [{ kind: 'signal', runId, commandIndex, sentAtMs, detail }];
  });
  return [...positions, ...signals];
}

/** Lists what earlier days left without a certain outcome, and says so: it can be resolved as on its own day. */
export function takeStartsCarriedOver(desk: Desk, starts: readonly CarriedStart[]): void {
  for (const { runId, sentAtMs, detail, ...of } of starts) {
    if (of.kind === 'position') {
      const { position, exitAtMs } = of;
      const custom = desk.customPositions.start({ runId, position, askedAtMs: sentAtMs, exitAtMs });
      Object.assign(custom, { state: 'start-unknown', detail });
    } else {
      const signal = desk.signals.send({ runId, commandIndex: of.commandIndex, sentAtMs });
      Object.assign(signal, { state: 'unknown', detail });
    }
  }
  for (const unknown of unknownStarts(desk)) {
    const { name, runId, sinceMs } = unknown;
    const sent = `sent on ${istDate(sinceMs)} at ${istClock(sinceMs)} IST`;
    const message = `The outcome of "${name}", ${sent}, is still unknown. ${lookAtPlatform(unknown)}`;
    desk.outbox.notice('critical', runId, message);
  }
}
