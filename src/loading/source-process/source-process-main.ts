import { asCodeOfModule, soonAsProgram } from '../../adapters/system/code-owner.ts';
import { serveLines } from '../../adapters/system/confined-process.ts';
import { outwardLink } from '../../adapters/system/outward-link.ts';
import { hearRefusals } from '../../adapters/system/refused-doors.ts';
import { routeConnections } from '../../adapters/system/relay/route-connections.ts';
import { sealDoors } from '../../adapters/system/sealed-doors.ts';
import { openSources } from '../../host/open-sources.ts';
import { recallTold } from '../files-as-they-were.ts';
import { protectBuiltIns } from '../guard-process.ts';
import { readStrategy } from '../load-strategy.ts';
import { projectOf } from '../reads/project-of.ts';
import { type SaidSource, type ToldOpening, type ToldSource } from './source-lines.ts';

// The program of a process for the sources of one run: it loads the strategy, opens what it declares, and says what comes. What its
// code throws outside of that ends it, as it would any program; whoever started it knows what then.

const sayLine = serveLines((line) => {
  const told = JSON.parse(line) as ToldSource;
  if ('ping' in told) say({ pong: true });
  else soonAsProgram(() => void open(told.open));
});
const say = (said: SaidSource): void => {
  sayLine(JSON.stringify(said));
};

routeConnections();
sealDoors();
protectBuiltIns();

/** More are not reported: they say the same. */
const REFUSALS_TOLD_MAX = 50;
const refusals = new Set<string>();
hearRefusals((refused) => {
  const text = JSON.stringify({ refused });
  // Without an owner it is this program, or Node on its behalf, that looks for what need not be there.
  if (refused.owner === null || refusals.has(text)) return;
  if (refusals.size >= REFUSALS_TOLD_MAX) return;
  refusals.add(text);
  sayLine(text);
});

async function open({ path, sourceHash, files }: ToldOpening): Promise<void> {
  recallTold(files);
  const link = outwardLink(projectOf(path));
  if (link !== null) {
    say({ unusable: link });
    return;
  }
  const read = await readStrategy(path);
  if (!read.ok) say({ unusable: read.error.map(({ message }) => message).join('; ') });
  else if (read.value.sourceHash !== sourceHash) {
    say({ unusable: 'its file was changed since it was checked' });
  } else {
    const { sources } = read.value.strategy;
    asCodeOfModule(path, () =>
      openSources(sources, {
        onValue: (source, value) => {
          say({ source, value });
        },
        onProblem: (fault) => {
          say({ fault });
        },
        onOver: (source) => {
          say({ over: source });
        },
      }),
    );
    say({ opened: true });
  }
}
