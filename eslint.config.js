// What types and paths cannot say. Who may import whom is in .dependency-cruiser.mjs; looks are Prettier's.

import { defineConfig, globalIgnores } from 'eslint/config'
import hooks from 'eslint-plugin-react-hooks'
import { configs as typescript } from 'typescript-eslint'

const PRODUCT = ['app/**', 'server/**', 'party/**', 'db/**']
/** Money and matching are decided by arguments alone: the same command gives the same outcome on any machine at any time. */
const PURE = [
  'server/domain/**',
  'party/account/**',
  'party/market/**',
  'party/watch/**',
  'party/leader/**',
  'party/event/**',
  'party/thread/**',
  'party/chat/**',
  'party/lot/**',
]
/** What of a room waits for others or talks to the outside. A float or chance it may use no more than the rest. */
const WAITING = [
  'party/account/{alarm,engine,market-pump,post-office,remotes,room,turns,watch-office}.ts',
  'party/market/{delivery,outside,remotes,room}.ts',
  'party/watch/{remotes,room,watch}.ts',
  'party/leader/{fan-out,remotes,room}.ts',
  'party/event/{remotes,room}.ts',
  'party/thread/room.ts',
  'party/chat/room.ts',
  'party/lot/{remotes,room}.ts',
]
/** Prices are a noise function of time in the one, places are degrees in the other; nobody's money is either. */
const NOISE = ['server/domain/quotes/**', 'server/domain/place/**']

const NO_WAITING = [
  { selector: ':function[async=true]', message: 'Nothing waits here: a transaction would commit at its first await.' },
  { selector: 'AwaitExpression', message: 'Nothing waits here: a transaction would commit at its first await.' },
  { selector: 'ForOfStatement[await=true]', message: 'Nothing waits here.' },
]
const NO_FLOATS = [
  {
    // `ticks` and `lots` refuse what is not a safe integer, so they may be fed; `bookCount` never makes another.
    selector: ':not(CallExpression[callee.name=/^(?:ticks|lots)$/]) > CallExpression[callee.name="Number"]',
    message: 'A number cannot hold an amount: stay with Amount.',
  },
  { selector: 'CallExpression[callee.name="parseFloat"]', message: 'A float cannot hold an amount: parseAmount.' },
  { selector: 'MemberExpression[property.name="parseFloat"]', message: 'A float cannot hold an amount: parseAmount.' },
  {
    selector: 'MemberExpression[property.name="toFixed"]',
    message: 'Rounding is spoken: divideDown, divideUp, divideHalfEven.',
  },
  { selector: 'Literal[raw=/^\\d*\\.\\d/]', message: 'No float literal where money is decided: use an integer scale.' },
]
const NO_CHANCE = [
  {
    selector: 'MemberExpression[object.name="Math"][property.name="random"]',
    message: 'Chance comes in as an argument.',
  },
]
const NO_WORLD = [
  { name: 'Date', message: 'Time comes in as an argument.' },
  { name: 'crypto', message: 'Ids and randomness come in as arguments.' },
  { name: 'fetch', message: 'The outside world is a service’s business.' },
  { name: 'console', message: 'A pure function answers; it does not talk.' },
]

export default defineConfig(
  globalIgnores(['build', 'dist', '.cache', '.wrangler', 'node_modules', 'public', 'db/*/migrations']),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [typescript.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'separate-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A loader answers "not found" by throwing a Response.
      '@typescript-eslint/only-throw-error': 'off',
      // An interface may demand a promise of a method that has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      // Amounts are branded bigints, whose minus sign the rule does not know.
      '@typescript-eslint/no-unsafe-unary-minus': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': ['error', { allow: ['error', 'warn'] }],
    },
  },
  {
    files: ['app/**/*.{ts,tsx}'],
    extends: [hooks.configs.flat.recommended],
    // What only the browser knows (its time zone, a line of the book that was touched) reaches a page after it is drawn.
    rules: { 'react-hooks/set-state-in-effect': 'off' },
  },
  // A function is seen whole: 70 lines, comments included; one that draws may take some more.
  { files: PRODUCT, rules: { 'max-lines-per-function': ['error', { max: 70 }] } },
  { files: ['app/**/*.tsx'], rules: { 'max-lines-per-function': ['error', { max: 90 }] } },
  {
    files: PURE,
    ignores: [...NOISE, ...WAITING],
    rules: {
      'no-restricted-syntax': ['error', ...NO_WAITING, ...NO_CHANCE, ...NO_FLOATS],
      'no-restricted-globals': ['error', ...NO_WORLD],
    },
  },
  {
    files: WAITING,
    rules: { 'no-restricted-syntax': ['error', ...NO_CHANCE, ...NO_FLOATS] },
  },
  {
    files: NOISE,
    rules: {
      'no-restricted-syntax': ['error', ...NO_WAITING, ...NO_CHANCE],
      'no-restricted-globals': ['error', ...NO_WORLD],
    },
  },
  {
    files: ['tests/**', 'bench/**'],
    rules: {
      // Answers from outside are looked into piece by piece; a wrong guess fails the test, which is its purpose.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      'no-console': 'off',
    },
  },
)
