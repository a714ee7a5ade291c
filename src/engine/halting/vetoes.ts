import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { type Desk } from '../desk.ts';

/** Takes what the program keeps entries back for from now on, and reports what is new and what is over. */
export function takeVetoes(desk: Pick<Desk, 'vetoes' | 'outbox'>, vetoes: readonly Veto[]): void {
  const earlier = desk.vetoes;
  desk.vetoes = vetoes;
  for (const veto of earlier.filter((of) => !isAmong(of, vetoes))) {
    const { by, code, runId } = veto;
    desk.outbox.notice('veto-lifted', runId, { by, code, left: vetoes.length });
  }
  for (const { runId, ...veto } of vetoes.filter((of) => !isAmong(of, earlier))) {
    desk.outbox.notice('entries-vetoed', runId, veto);
  }
}

/** Those that keep a run from entering: its own and the account's. */
export function vetoesOf({ vetoes }: Pick<Desk, 'vetoes'>, runId: string): readonly Veto[] {
  return vetoes.filter((veto) => veto.runId === null || veto.runId === runId);
}

function isAmong({ by, code, runId }: Veto, vetoes: readonly Veto[]): boolean {
  return vetoes.some((of) => of.by === by && of.code === code && of.runId === runId);
}
