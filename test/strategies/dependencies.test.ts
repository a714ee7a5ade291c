import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');
const REASONS = readFileSync(join(ROOT, 'docs/decisions/0001-dependencies.md'), 'utf8');

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly inBundle?: boolean;
  readonly license?: string;
}

const packages = Object.entries(lock.packages as Readonly<Record<string, Locked>>).filter(
  ([path]) => path !== '',
);
const named = {
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
};

describe('a dependency', () => {
  it.each(Object.entries(named))('%s is pinned, and locked as it is pinned', (name, version) => {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const locked = packages.find(([path]) => path === `node_modules/${name}`)?.[1];
    expect(locked?.version).toBe(version);
  });

  it.each(Object.keys(manifest.dependencies))(
    '%s has its reason on the page of reasons',
    (name) => {
      expect(REASONS).toMatch(new RegExp(`[|\`] ?${name}\\b`));
    },
  );

  it('is the program it was when it was locked, and runs nothing as it is installed', () => {
    const odd = packages.filter(
      ([, { integrity = '', inBundle = false }]) => !inBundle && !/^sha512-\S{88}$/.test(integrity),
    );
    expect(odd.map(([path]) => path)).toEqual([]);
    const scripted = packages.filter(
      ([, { hasInstallScript = false, dev = false }]) => hasInstallScript && !dev,
    );
    expect(scripted.map(([path]) => path)).toEqual([]);
  });

  it('comes from the registry alone: from no folder, branch or address', () => {
    const elsewhere = packages.filter(
      ([, { resolved = '' }]) =>
        resolved !== '' && !/^https:\/\/registry\.npmjs\.org\/.+\.tgz$/.test(resolved),
    );
    expect(elsewhere.map(([path]) => path)).toEqual([]);
  });

  it('is one that the program uses: none is left behind', () => {
    const texts = globSync(['src/**/*.ts', 'strategies/**/*.ts'], { cwd: ROOT }).map((path) =>
      readFileSync(join(ROOT, path), 'utf8'),
    );
    const unused = Object.keys(manifest.dependencies).filter(
      (name) => !texts.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`)),
    );
    expect(unused).toEqual([]);
  });
});
