import { type Command, type Option } from 'commander';

import { cliFailure } from './cli-failure.ts';
import { isAddingUp } from './option-parsers.ts';

/** Whether an option that is given again adds to what it had. */
export function addsUp({ variadic, parseArg }: Option): boolean {
  return variadic || isAddingUp(parseArg);
}

/**
 * Makes every command refuse a second value of an option that takes one: the last would win unseen, and a result would be
 * of other numbers than some of those on its command line. A flag may be repeated, it says the same again; beside a value
 * of its own name (`--cache X --no-cache`) it may not.
 */
export function refuseRepeated(program: Command): void {
  for (const command of [program, ...program.commands]) {
    if (command !== program) refuseRepeated(command);
    watchOptions(command);
  }
}

/** What was given for a name: which flag, and as it was written. */
interface Given {
  readonly flag: string;
  readonly written: string;
}

function watchOptions(command: Command): void {
  const given = new Map<string, Given>();
  for (const option of command.options.filter((one) => !addsUp(one))) {
    const { required, optional, flags } = option;
    const flag = option.long ?? flags;
    command.on(`option:${option.name()}`, (value?: string | null) => {
      const written = required || optional ? `${flag} ${value ?? ''}`.trimEnd() : flag;
      const before = given.get(option.attributeName());
      given.set(option.attributeName(), { flag, written });
      const isSameFlag = before?.written === flag && written === flag;
      if (before !== undefined && !isSameFlag) refuse(before, { flag, written });
    });
  }
}

function refuse(before: Given, { flag, written }: Given): never {
  const isAgain = before.flag === flag;
  throw cliFailure(
    'usage',
    `${flag} ${isAgain ? 'is given twice' : `contradicts ${before.flag}`}`,
    {
      found: `${before.written} ${written}`,
      allowed: isAgain ? `${flag} once` : 'one of them',
      next: 'Leave one of them out',
    },
  );
}
