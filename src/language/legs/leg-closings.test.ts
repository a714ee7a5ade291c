import { expect, it } from 'vitest';

import { optionNamed, ScriptedContext } from '../../../test/support/scripted-context.ts';
import { squareOff } from '../../strategy/commands.ts';
import { LegClosings } from './leg-closings.ts';

const CE = optionNamed('CE');
const PE = optionNamed('PE');
type Fill = Parameters<ScriptedContext['fill']>[0];
const CLOSE: Fill = { leg: 'ce', contract: CE, side: 'buy', units: 65, price: 130, role: 'exit' };
const ENTER: Fill = { leg: 'ce', contract: CE, side: 'sell', units: 65, price: 100 };

function closingsOf(script: (context: ScriptedContext, legs: LegClosings) => void): string[] {
  const context = new ScriptedContext();
  const legs = new LegClosings(context);
  const seen: string[] = [];
  legs.closings.subscribe({
    next: ({ leg, by }) => seen.push(`${leg} by ${by}`),
    error: (error: unknown) => {
      throw error;
    },
  });
  script(context, legs);
  return seen;
}

it('tells a stop order, a target, a square-off of the strategy and one that no one here asked for apart', () => {
  const seen = closingsOf((context, legs) => {
    const open = (): void => void context.hold(['ce', CE, -65, 100]).fill(ENTER);
    const close = (role: Fill['role'] = 'exit'): void =>
      void context.hold(['ce', CE, 0, 0]).fill({ ...CLOSE, role });
    open();
    close('stop');
    open();
    legs.note(squareOff('target', ['ce']), 'target');
    legs.note(squareOff('target', ['ce']));
    close();
    open();
    legs.note(squareOff('exit time'));
    close();
    // What was asked for in an earlier opening says nothing of this one.
    open();
    close();
  });
  expect(seen).toEqual(['ce by stop', 'ce by target', 'ce by command', 'ce by unasked']);
});

it('waits until nothing of a leg is open, in any contract', () => {
  const seen = closingsOf((context) => {
    context.hold(['ce', CE, -130, 100], ['ce', PE, -65, 100]).fill(ENTER);
    context.hold(['ce', CE, -65, 100], ['ce', PE, -65, 100]).fill({ ...CLOSE, role: 'stop' });
    context.hold(['ce', CE, 0, 0], ['ce', PE, -65, 100]).fill({ ...CLOSE, role: 'stop' });
    context.hold(['ce', CE, 0, 0], ['ce', PE, 0, 0]).fill({ ...CLOSE, contract: PE, role: 'stop' });
  });
  expect(seen).toEqual(['ce by stop']);
});
