import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
const { ROOMS } = (await import(join(ROOT, '.dependency-cruiser.mjs'))) as {
  readonly ROOMS: Readonly<Record<string, readonly string[]>>;
};

/** Rows of the map: each room with the rooms that it may import. */
function map(): readonly (readonly [string, readonly string[]])[] {
  const rows = [...page.matchAll(/^\| `(\w+)` +\|[^|]*\|([^|]*)\|$/gm)];
  const names = rows.map(([, room = '']) => room);
  return rows.map(([, room = '', text = '']) => [
    room,
    imported(text, names.slice(0, names.indexOf(room))),
  ]);
}

function imported(text: string, above: readonly string[]): readonly string[] {
  const words: readonly string[] = text.match(/\w+/g) ?? [];
  if (!text.trim().startsWith('all above')) return words;
  return above.filter((room) => !words.includes(room));
}

describe('the map of rooms', () => {
  it('lists the folders of src', () => {
    const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true });
    const rooms = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(
      map()
        .map(([room]) => room)
        .toSorted(),
    ).toEqual(rooms.toSorted());
  });

  it('allows what the layer check allows', () => {
    const allowed = Object.entries(ROOMS).map(([room, rooms]) => [room, rooms.toSorted()]);
    const drawn = map().map(([room, rooms]) => [room, rooms.toSorted()]);
    expect(Object.fromEntries(drawn)).toEqual(Object.fromEntries(allowed));
  });

  it('names files that exist', () => {
    const paths = [...page.matchAll(/`((?:src|config)\/[\w./*-]+)`/g)].map(([, path = '']) => path);
    const gone = paths.filter((path) => !existsSync(join(ROOT, path.split('*')[0] ?? '')));
    expect(gone).toEqual([]);
  });
});

/** Production files of a folder, those below it not counted. */
function filesOf(folder: string): number {
  return readdirSync(folder).filter((name) => /(?<![.]test)[.]ts$/.test(name)).length;
}

function foldersBelow(folder: string): readonly string[] {
  const below = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory());
  return [folder, ...below.flatMap(foldersBelow)];
}

describe('each folder of src', () => {
  it('has at most 25 files beside tests', () => {
    const crowded = foldersBelow(join(ROOT, 'src')).filter((folder) => filesOf(folder) > 25);
    expect(crowded.map((folder) => relative(ROOT, folder))).toEqual([]);
  });

  it('that has a README names files of the tree in it', () => {
    const names = new Set(foldersBelow(join(ROOT, 'src')).flatMap((folder) => readdirSync(folder)));
    const gone = foldersBelow(join(ROOT, 'src'))
      .map((folder) => join(folder, 'README.md'))
      .filter((path) => existsSync(path))
      .flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(/`([\w/.-]+\.ts)`/g)]
          .map(([, file = '']) => file)
          .filter((file) => !existsSync(join(dirname(path), file)))
          .filter((file) => !names.has(file.split('/').at(-1) ?? ''))
          .map((file) => `${relative(ROOT, path)}: ${file}`),
      );
    expect(gone).toEqual([]);
  });
});
