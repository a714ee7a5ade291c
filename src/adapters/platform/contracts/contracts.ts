import { fail, ok, type Result } from '../../../base/result.ts';
import { type Contract } from '../../../model/market/contract.ts';
import { type Profile } from '../../../model/orders/platform-profile.ts';
import { type Contracts, type ContractsObservation } from '../../../ports/contracts.ts';
import { type Outcome } from '../../../ports/outcome.ts';
import { answerRules, invalidRequest, readAnswer, successBody } from '../../shared/answer.ts';
import { describeIssue } from '../../shared/describe-issue.ts';
import { type PlatformSession } from '../../shared/session.ts';
import { contractFromWire } from './map.ts';
import { contractWire, EXPLAINED_MAX, underlyingWire } from './wire.ts';

/** The contracts host of the platform. */
export function createContracts(options: {
  readonly session: PlatformSession;
  readonly profile: Profile;
}): Contracts {
  const { session, profile } = options;
  const rules = answerRules(profile, session.scrub);
  // Most polls of a day bring the same bytes: then they bring the same objects, too.
  const last = new Map<string, LastList>();
  return {
    list: async (underlying) => {
      const checked = underlyingWire.safeParse(underlying);
      if (!checked.success) return invalidRequest(checked.error);
      const query = new URLSearchParams({ underlying: checked.data });
      const path = `/contracts?${query.toString()}`;
      const headers = { accept: 'application/json' };
      const request = { role: 'prices', method: 'GET', path, headers, body: null } as const;
      const result = await session.send(request, 'read');
      const body = successBody(result, rules);
      if (!body.ok) return body.error;
      const before = last.get(underlying);
      if (before?.body.equals(body.value) === true) return before.outcome;
      const outcome = readAnswer(result, rules, (records) => readList(records, profile));
      last.set(underlying, { body: body.value, outcome });
      return outcome;
    },
  };
}

/** A list as it came, and what was read in it. */
interface LastList {
  readonly body: Buffer;
  readonly outcome: Outcome<ContractsObservation>;
}

/** What the platform says cannot be traded is left out; what cannot be read is left out and reported. */
function readList(body: unknown, profile: Profile): Result<ContractsObservation, string> {
  if (!Array.isArray(body)) return fail('The answer is not a list');
  const contracts: Contract[] = [];
  const malformed: { index: number; problem: string }[] = [];
  for (const [index, record] of (body as readonly unknown[]).entries()) {
    const contract = readRecord(record, profile);
    if (contract === null) continue;
    if (contract.ok) contracts.push(contract.value);
    else {
      const isExplained = malformed.length < EXPLAINED_MAX;
      malformed.push({ index, problem: isExplained ? contract.error : 'Not readable' });
    }
  }
  return ok({ contracts, malformed });
}

/** Null for what cannot be traded. */
function readRecord(record: unknown, profile: Profile): Result<Contract, string> | null {
  const read = contractWire.safeParse(record);
  if (!read.success) return fail(describeIssue(read.error));
  return read.data.is_tradable === false ? null : contractFromWire(read.data, profile);
}
