import { z } from 'zod';

import { nearestWord } from '../base/nearest-word.ts';
import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { BROKER_NAME, BROKER_NAME_ALLOWED, type RunBroker } from '../model/runs/run-broker.ts';

/** The platform's identifier of a broker connection. */
export const brokerIdSchema = z
  .string()
  .regex(/^[a-zA-Z0-9_]{1,32}$/, '1 to 32 characters of a-z A-Z 0-9 _');

/** What the configuration calls a broker connection. */
export const brokerName = z.string().regex(BROKER_NAME, BROKER_NAME_ALLOWED);

/** Most broker connections of an account besides its own. */
const BROKERS_MAX = 20;

/** The further broker connections of an account, by their names. */
export const brokersSchema = z.lazy(() =>
  z.record(z.string(), brokerIdSchema).superRefine((brokers, context) => {
    const names = Object.keys(brokers);
    for (const name of names.filter((of) => !BROKER_NAME.test(of))) {
      const params = { found: `"${name}"`, allowed: BROKER_NAME_ALLOWED };
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'Not a name for a broker',
        params,
      });
    }
    if (names.length <= BROKERS_MAX) return;
    const params = { found: String(names.length), allowed: `at most ${String(BROKERS_MAX)}` };
    context.addIssue({ code: 'custom', message: 'Too many brokers', params });
  }),
);

/** Names of broker connections, each with the platform's identifier. */
export type Brokers = Readonly<Record<string, string>>;

/** The first name whose connection has another name, or is the account's own; null when each is one of its own. */
export function brokerTwice(
  brokers: Brokers,
  brokerId: string | undefined,
): { readonly name: string; readonly other: string } | null {
  const seen = new Map<string, string>(brokerId === undefined ? [] : [[brokerId, 'brokerId']]);
  for (const [name, id] of Object.entries(brokers)) {
    const other = seen.get(id);
    if (other !== undefined) return { name, other };
    seen.set(id, `brokers.${name}`);
  }
  return null;
}

/** Who asks for a broker connection: the place in its file, as far as it is known. */
export interface BrokerAsked extends Partial<Pick<Problem, 'file' | 'line' | 'column'>> {
  /** The account's own connection. @default not known: an id that is its own is any unknown name */
  readonly brokerId?: string | undefined;
}

/** The broker connection of a name, or what is wrong with the name. */
export function brokerNamed(
  name: string,
  brokers: Brokers,
  { brokerId: own, ...asked }: BrokerAsked,
): Result<RunBroker, Problem> {
  const brokerId = Object.hasOwn(brokers, name) ? brokers[name] : undefined;
  if (brokerId !== undefined) return ok({ name, brokerId });
  const known = Object.keys(brokers);
  // Ids are what the platform shows, so they are what people copy.
  const meant = known.find((of) => brokers[of] === name) ?? null;
  const nearest = meant ?? nearestWord(name, known);
  return fail(
    problem('Unknown broker', {
      ...asked,
      found: `"${name}"`,
      allowed:
        known.length === 0 ? 'none: "brokers" in the configuration names none' : known.join(', '),
      nearest,
      next: nextFor(name, { meant, nearest, isOwn: name === own }),
    }),
  );
}

function nextFor(
  name: string,
  {
    meant,
    nearest,
    isOwn,
  }: { readonly meant: string | null; readonly nearest: string | null; readonly isOwn: boolean },
): string {
  if (isOwn) return 'That is the id of the account\'s own connection: leave "broker" out';
  if (meant !== null) return `That is the id of ${meant}: write broker: ${meant}`;
  return nearest === null
    ? `Name its connection in the configuration: brokers: { ${name}: ID }; or leave "broker" out, for the account's own`
    : `Write ${nearest}`;
}
