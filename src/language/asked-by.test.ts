import { of } from 'rxjs';
import { expect, it } from 'vitest';

import { valueOf } from '../../test/support/simulated-day.ts';
import { madeAt, markingMade } from '../base/author-line.ts';
import { squareOff } from '../strategy/commands.ts';
import { readYaml } from '../text/read-yaml.ts';
import { askedBy, linesFrom } from './asked-by.ts';

const TEXT = 'name: s\nposition:\n  start: 09:20\n  squareOff: 15:10\n';
const source = valueOf(readYaml(TEXT, 's.yaml', { hasAliases: false, showsLines: true }));

it('says the key nearest to what made a command, and nothing while no one wants to know', () => {
  const command = squareOff('exit time');
  const made = of(command).pipe(
    askedBy('position', 'squareOff'),
    askedBy('position', 'start'),
    linesFrom(source),
  );
  markingMade(() => {
    made.subscribe();
    expect(madeAt(command)).toBe('s.yaml:4:3');
  });
  made.subscribe();
  expect(madeAt(command)).toBeNull();
});
