import { type ProgramDivergence } from '../recovery/divergence.ts';
import { refusal } from '../venues/run-refusal.ts';

/** Refuses a journal that another program wrote, or that this one cannot follow. */
export function refuseProgram({ detail }: ProgramDivergence): ReturnType<typeof refusal> {
  const message = `This program does not decide as the one that wrote the journal: ${detail}; nothing was sent`;
  return refusal('halted', message, {
    next: 'Start the program and configuration that wrote it, or close what is open by hand and start another journal',
  });
}
