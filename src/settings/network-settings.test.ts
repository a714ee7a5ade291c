import { describe, expect, it } from 'vitest';

import { settingsFromText } from './load-settings.ts';

function problemsOf(text: string): readonly string[] {
  const read = settingsFromText(text, {
    environment: { SAUDA_HOOK: 'https://10.0.0.5/hook', SAUDA_KEY: 'canary-key' },
    workingDirectory: '/',
    file: null,
    shownFile: 'sauda.yaml',
  });
  return read.ok ? [] : read.error.map(({ message, line }) => `${String(line)}: ${message}`);
}

const webhook = (url: string): string =>
  `alerts: {channels: {hook: {kind: webhook, url: ${url}, secret: {env: SAUDA_KEY}}}}\n`;

describe('an address in a configuration', () => {
  it.each([
    'https://169.254.169.254/latest',
    'https://2852039166/',
    'https://0251.0376.0251.0376/',
    'https://0xa9fea9fe/',
    'https://0.0.0.0/',
    'https://10.0.0.5/',
    "'https://[::ffff:10.0.0.5]/'",
    "'https://[fe80::1]/'",
    '{env: SAUDA_HOOK}',
  ])('that is a private or reserved number is refused where it stands: %s', (url) => {
    expect(problemsOf(webhook(url))).toEqual(['1: A private or reserved address']);
  });

  it.each([
    ['prices', `prices: {http: https://10.0.0.5/quotes}\n`],
    ['a mail server', mailAt('10.0.0.5')],
    [
      'Telegram',
      `alerts: {channels: {a: {kind: telegram, token: {env: SAUDA_KEY}, chat: '1', host: https://10.0.0.5}}}\n`,
    ],
    ['the dead-man ping', 'alerts: {deadMan: {url: {env: SAUDA_HOOK}}}\n'],
  ])('is refused for %s too', (_what, text) => {
    expect(problemsOf(text)).toEqual(['1: A private or reserved address']);
    expect(problemsOf(`${text}network: {privateHosts: [10.0.0.5]}\n`)).toEqual([]);
  });

  it('of the metadata of a cloud cannot be allowed', () => {
    const text = webhook('https://169.254.169.254/');
    expect(problemsOf(`${text}network: {privateHosts: [169.254.169.254]}\n`)).toHaveLength(1);
  });

  it('on this machine, or of a name, is judged as it is used', () => {
    expect(problemsOf(webhook('http://127.0.0.1:9/hook'))).toEqual([]);
    expect(problemsOf(webhook('https://desk.example.test/hook'))).toEqual([]);
  });
});

function mailAt(host: string): string {
  return `alerts: {channels: {m: {kind: email, server: {host: ${host}}, from: a@b, to: [a@b]}}}\n`;
}
