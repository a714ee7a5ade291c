import { mappingOf } from '../../text/read-yaml.ts';
import { type PositionForm } from '../schema/position.ts';
import { type SignalsForm } from '../schema/signals.ts';
import { arrow, type Code, mappingCode, pipe, plainCode, text } from './code.ts';
import { optional } from './leg-words.ts';
import { type ModuleParts, type StrategyModule } from './strategy-module.ts';

type Written = Readonly<Record<string, unknown>>;

const HEADING = ['name', 'schemaVersion', 'days'];

/** A file with a custom position as TypeScript. */
export function ejectPosition(
  form: PositionForm,
  written: Written,
  module: StrategyModule,
): ModuleParts {
  const { name, days, position } = form;
  const { ticker, alertName = name, legs, start, squareOff, exitTime } = position;
  const keys = ['ticker', 'alertName', 'start', 'squareOff', 'exitTime', 'legs'];
  module.expect(written, [], [...HEADING, 'position']);
  module.expect(mappingOf(written['position']), ['position'], keys);
  const request = mappingCode({
    position: text(name),
    alertName: text(alertName),
    ticker: text(ticker),
    legs: plainCode(legs),
    exitTime: optional(exitTime),
  });
  const closed = arrow('', module.kit('squareOffPosition', text(name)));
  const late = mappingCode({ late: text('run') });
  const moment = module.of('at', text(squareOff), late);
  const missed = text(`Not started: ${start} had passed`);
  return {
    ...ofName(name, days, module),
    constants: [
      { name: 'start', code: module.kit('startPosition', request) },
      { name: 'squareOff', code: pipe(moment, module.rxjs('map', closed)) },
    ],
    returned: pipe(
      module.of('at', text(start)),
      module.rxjs('switchMap', arrow('', pipe('squareOff', module.rxjs('startWith', 'start')))),
      module.rxjs('defaultIfEmpty', module.kit('alert', text('warning'), missed)),
    ),
  };
}

/** A file of signals as TypeScript. */
export function ejectSignals(
  { name, days, signals }: SignalsForm,
  written: Written,
  module: StrategyModule,
): ModuleParts {
  module.expect(written, [], [...HEADING, 'signals']);
  const all = signals.map((signal, index) => {
    const path = ['signals', index];
    const own = mappingOf((written['signals'] as readonly unknown[])[index]);
    module.expect(own, path, ['at', 'trades', 'tag', 'brokers']);
    return signalCode(signal, module);
  });
  const constants = all.map(({ request }, index) => {
    const comment = module.commentAbove(['signals', index]);
    return { name: signalName(index), code: request, ...(comment.length === 0 ? {} : { comment }) };
  });
  const sent = all.map(({ moment }, index) =>
    pipe(moment, module.rxjs('map', arrow('', signalName(index)))),
  );
  const [first = '', ...others] = sent;
  const returned = others.length === 0 ? first : module.rxjs('merge', ...sent);
  return { ...ofName(name, days, module), constants, returned };
}

function signalName(index: number): string {
  return `signal${String(index + 1)}`;
}

function signalCode(
  { at, trades, tag, brokers }: SignalsForm['signals'][number],
  module: StrategyModule,
): { readonly moment: Code; readonly request: Code } {
  const request = mappingCode({
    trades: plainCode(trades),
    signalTag: text(tag),
    brokerIds: plainCode(brokers),
  });
  return { moment: module.of('at', text(at)), request: module.kit('signal', request) };
}

/** These files have no parameters: a configuration that gives one is refused. */
function ofName(
  name: string,
  days: readonly string[] | undefined,
  module: StrategyModule,
): Pick<ModuleParts, 'name' | 'days' | 'params'> {
  return { name, days, params: module.kit('z.strictObject', '{}') };
}
