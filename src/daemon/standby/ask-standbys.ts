import { parsedJson } from '../../base/json.ts';
import { accountSchema } from '../api/account-schema.ts';
import { getFromApi } from '../api/ask-api.ts';
import { type StandbyHeard } from './standbys.ts';

/**
 * Asks the process that trades an account who stands by for it. Null where it has no API, does not answer, or is another build:
 * such a one cannot be followed.
 */
export async function askStandbys(journalPath: string): Promise<readonly StandbyHeard[] | null> {
  const answer = await getFromApi(journalPath, '/v1/account');
  if (answer?.status !== 200) return null;
  const parsed = accountSchema.pick({ standbys: true }).safeParse(parsedJson(answer.text));
  return parsed.success ? parsed.data.standbys : null;
}
