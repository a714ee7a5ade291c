import js from '@eslint/js';
import vitest from '@vitest/eslint-plugin';
import { defineConfig } from 'eslint/config';
import jsdoc from 'eslint-plugin-jsdoc';
import rxjsX from 'eslint-plugin-rxjs-x';
import tseslint from 'typescript-eslint';

const AMBIENT =
  'Time, timers, randomness and the environment come from ports, so that every run can be replayed.';
const ambientGlobals = [
  'setTimeout',
  'setInterval',
  'setImmediate',
  'performance',
  'fetch',
  'process',
];
const ambientProperties = [
  ['Date', 'now'],
  ['Math', 'random'],
  ['crypto', 'randomUUID'],
  ['DateTime', 'now'],
  ['DateTime', 'local'],
  ['DateTime', 'utc'],
];
const timeBasedOperators =
  '/^(interval|timer|delay|debounceTime|auditTime|sampleTime|throttleTime|timeout|bufferTime|windowTime)$/';
const unitless = '(timeout|delay|interval|duration|window|ttl|latency|age|backoff)';

export default defineConfig(
  { ignores: ['coverage/', 'dist/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [
      js.configs.recommended,
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
      rxjsX.configs.strict,
    ],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { jsdoc },
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 3],
      'max-depth': ['error', 3],
      complexity: ['error', 10],
      eqeqeq: 'error',
      curly: ['error', 'multi-line'],
      'no-console': 'error',
      'no-warning-comments': ['error', { terms: ['fixme', 'xxx'] }],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: false },
      ],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/strict-boolean-expressions': 'error',
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'typeLike', format: ['PascalCase'] },
        { selector: 'function', format: ['camelCase'] },
        ...[unitless, unitless.replace(/\b[a-z]/g, (c) => c.toUpperCase())].map((words) => ({
          selector: ['variable', 'parameter', 'typeProperty', 'classProperty'],
          types: ['number'],
          format: null,
          filter: { regex: `${words}$`, match: true },
          custom: { regex: '(Ms|Seconds|Minutes|Days)$', match: true },
        })),
      ],
      'jsdoc/require-jsdoc': [
        'error',
        {
          publicOnly: true,
          contexts: [
            'TSInterfaceDeclaration',
            'TSTypeAliasDeclaration',
            'ClassDeclaration',
            'FunctionDeclaration',
          ],
        },
      ],
      'jsdoc/require-throws': 'error',
      'jsdoc/no-types': 'error',
      'jsdoc/informative-docs': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/adapters/system/**', 'src/apps/**', '**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...ambientGlobals.map((name) => ({ name, message: AMBIENT })),
      ],
      'no-restricted-properties': [
        'error',
        ...ambientProperties.map(([object, property]) => ({ object, property, message: AMBIENT })),
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: `CallExpression[callee.name=${timeBasedOperators}]:not(:has(> Identifier[name=/[sS]cheduler$/])):not(:has(> ObjectExpression > Property[key.name='scheduler']))`,
          message: 'Pass the injected scheduler to every time-based RxJS operator.',
        },
        {
          selector:
            "NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.name='Date']",
          message: AMBIENT,
        },
        {
          selector: "NewExpression[callee.name='Error']",
          message: 'Throw a named error. See docs/style.md.',
        },
      ],
    },
  },
  {
    files: ['strategies/**/*.ts', 'test/golden/ejected/*.ts', '**/*.config.ts'],
    rules: { 'no-restricted-exports': 'off' },
  },
  {
    files: ['test/**/*.ts', '**/*.test.ts'],
    extends: [vitest.configs.recommended],
    rules: {
      'max-lines-per-function': 'off',
      'jsdoc/require-jsdoc': 'off',
      'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'fc.assert'] }],
    },
  },
  {
    files: ['**/*.test.ts'],
    ignores: ['**/*.alone.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['mock', 'doMock', 'resetModules'].map((property) => ({
          object: 'vi',
          property,
          message:
            'Files share what is loaded: one that replaces modules is named *.alone.test.ts.',
        })),
      ],
    },
  },
);
