import { expect, it } from 'vitest';

import { typedIn } from './typed-in.ts';

const NPM = {
  npm_lifecycle_event: 'sauda',
  npm_package_json: '/home/me/sauda/package.json',
  INIT_CWD: '/home/me/ideas',
};

it('is where npm was called, as its script runs in the folder of the package', () => {
  expect(typedIn(NPM, '/home/me/sauda')).toBe('/home/me/ideas');
});

it.each([
  ['no npm is there', {}, '/home/me'],
  ['another script runs', { ...NPM, npm_lifecycle_event: 'test' }, '/home/me/sauda'],
  ['a program that npm started went elsewhere', NPM, '/tmp'],
  ['npm does not say', { ...NPM, INIT_CWD: undefined }, '/home/me/sauda'],
])('is the directory of the process where %s', (_, environment, directory) => {
  expect(typedIn(environment, directory)).toBe(directory);
});
