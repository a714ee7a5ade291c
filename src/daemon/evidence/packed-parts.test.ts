import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { valueOf } from '../../../test/support/simulated-day.ts';
import { loadStrategy } from '../../loading/load-strategy.ts';
import { layOut, readSourceFiles } from './source-files.ts';

const BLUEPRINT = `name: straddle
schemaVersion: 1
blueprint: { inputs: { away: { type: percent, default: 30% } } }
underlying: NIFTY
entry: 09:20
exit: 15:10
stop: { input: away }
legs: { ce: { side: sell, type: CE, strike: ATM } }
`;

it('lays a strategy of several files out so that it loads from the pack as the same source', async () => {
  const top = await mkdtemp(join(tmpdir(), 'packed-'));
  const save = async (name: string, content: string | Uint8Array): Promise<string> => {
    const path = join(top, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return path;
  };
  await save('a/blueprints/straddle.yaml', BLUEPRINT);
  const use = 'name: mine\nschemaVersion: 1\nuse: ./blueprints/straddle.yaml\n';
  const loaded = valueOf(await loadStrategy(await save('a/mine.yaml', use)));

  const { packed, files } = valueOf(layOut([await readSourceFiles(loaded)], 'sources'));
  expect(packed).toMatchObject([{ sourceHash: loaded.sourceHash }]);
  for (const { name, content } of files) await save(`pack/${name}`, content);
  const again = valueOf(await loadStrategy(join(top, 'pack', packed[0]?.file ?? '')));
  expect(again.sourceHash).toBe(loaded.sourceHash);
  await rm(top, { recursive: true });
});
