import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';

import { ROOT } from '../spawn-sauda.ts';

/** A registry on this machine. */
export interface PackageRegistry extends AsyncDisposable {
  readonly url: string;
}

/** Serves to `npm install` the packages that are installed in the checkout, in their versions. */
export async function servePackages(): Promise<PackageRegistry> {
  const packed = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const [name = '', file] = path.split('/-/');
    try {
      response.end(file === undefined ? aboutPackage(name) : tarball(name));
    } catch {
      response.writeHead(404).end('{}');
    }
  });
  const origin = (): string => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const tarball = (name: string): Buffer => {
    const known = packed.get(name);
    if (known !== undefined) return known;
    const args = ['-cf', '-', '--transform', 's,^[.],package,', '-C', directoryOf(name), '.'];
    const made = execFileSync('tar', args, { maxBuffer: 64 * 1024 * 1024 });
    packed.set(name, made);
    return made;
  };
  const aboutPackage = (name: string): string => {
    const manifest = readFileSync(join(directoryOf(name), 'package.json'), 'utf8');
    const { version, ...rest } = JSON.parse(manifest) as { readonly version: string };
    const integrity = `sha512-${createHash('sha512').update(tarball(name)).digest('base64')}`;
    const dist = { tarball: `${origin()}/${name}/-/package.tgz`, integrity };
    const versions = { [version]: { ...rest, version, dist } };
    return JSON.stringify({ name, 'dist-tags': { latest: version }, versions });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: origin(),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

function directoryOf(name: string): string {
  return join(ROOT, 'node_modules', name);
}
