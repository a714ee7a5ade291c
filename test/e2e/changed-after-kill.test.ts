import { expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { heldUnits, Rehearsal } from './rehearsal.ts';

const OPEN = { at: '2026-10-30T10:00', speed: 60 };
/** From the kill to the next start pass some minutes of the platform: all that comes after it is due much later. */
const [AGAIN, EXIT] = ['10:35', '10:40'];

/** Sells one leg as soon as it sees a price, another each minute from a time on, and wants the first one closed. */
const SOURCE = `import { map, merge, switchMap, take } from 'rxjs';
import { defineStrategy, place, sell, squareOff } from 'sauda';

export default defineStrategy({
  name: 'mine',
  run: ({ at, chain, every, prices }) =>
    chain('NIFTY').pipe(
      take(1),
      switchMap(({ atm }) =>
        merge(
          prices(atm.ce).pipe(
            take(1),
            map(() => [place(sell(atm.ce, { leg: 'ce', lots: 1 }))]),
          ),
          prices(atm.ce).pipe(map(() => [])),
          every(60_000, { from: '${AGAIN}', to: '11:30' }).pipe(
            map(({ dueAtMs }) => [place(sell(atm.ce, { leg: \`more-\${dueAtMs}\`, lots: 1 }))]),
          ),
          at('${EXIT}', { late: 'run' }).pipe(map(() => [squareOff('enough', ['ce'])])),
        ),
      ),
      switchMap((commands) => commands),
    ),
});
`;

test('code that was changed while the program was killed enters nothing at the stage of the one before, and exits', async () => {
  await using rehearsal = new Rehearsal({
    strategies: ['{path: ./mine.js, policies: {stage: one-lot}}'],
  });
  rehearsal.write('mine.js', SOURCE);
  await rehearsal.open(OPEN);
  const typed = ['--without-promotion', '--account', 'rehearsal', '--reason', 'a test'];
  const raised = await rehearsal.run('stage', 'mine', 'one-lot', ...typed, '--sim', 'sim.json');
  expect(raised).toMatchObject({ code: EXIT_CODES.ok, err: '' });
  const day = rehearsal.startDay();
  await day.until('it holds a leg', () => day.err.includes('Completed'));
  await day.killNine();
  expect(Object.values(heldUnits(await rehearsal.orders()))).toEqual([-65]);

  rehearsal.write('mine.js', `${SOURCE}// Decides the same.\n`);
  const again = rehearsal.startDay();
  await again.until('an entry is refused', () => again.err.includes('Refused leg "more-'));
  expect(again.err).toContain('kept back by stage (changed-today)');
  await again.until('it is out', () => again.err.includes('Squared off leg "ce"'));
  const orders = await rehearsal.orders();
  expect(heldUnits(orders)).toEqual({});
  expect(orders.map(({ side }) => side)).toEqual(['sell', 'buy']);
}, 180_000);
