// Lists of v1: whatever grows is walked by `since`, `until` and `cursor`, so that a program misses no row and meets none twice.

import type * as v from 'valibot'
import { expect, test } from 'vitest'
import { routes } from '#api/app'

/** Lists without a cursor, each by why it needs none. */
const WITHOUT = {
  'what is open now, of which an account has a limited number': [
    '/v1/alerts',
    '/v1/conditional/orders',
    '/v1/copy/followings',
    '/v1/futures/positions',
    '/v1/options/orders',
  ],
  'what the site has and the desk sets up': [
    '/v1/buy/routes',
    '/v1/coupons',
    '/v1/fees',
    '/v1/futures/insurance',
    '/v1/futures/terms',
    '/v1/ieo/projects',
    '/v1/invest/series',
    '/v1/loan/insurance',
    '/v1/loan/terms',
    '/v1/mining/products',
    '/v1/options/terms',
    '/v1/pairs',
    '/v1/quiz/events',
    '/v1/quotes',
    '/v1/stocks',
    '/v1/stocks/actions',
    '/v1/vip',
  ],
  'one row for each thing of a fixed list': [
    '/v1/account/unfinished',
    '/v1/balances',
    '/v1/keys/usage',
    '/v1/limits',
    '/v1/messages/preferences',
  ],
  'sorted by what changes, in pages': ['/v1/copy/traders', '/v1/nft/artists', '/v1/nft/mine', '/v1/nft/works'],
  'in pages, because their numbers are those of other people': ['/v1/team'],
  'continued from a number of its own': [
    '/v1/chat/messages',
    '/v1/ieo/allocation',
    '/v1/log/leaves',
    '/v1/options/receipts',
    '/v1/support/messages',
  ],
  'continued from an instant, one row a period': ['/v1/candles'],
  'the newest only; all of them are leaves of the log, or on a socket': [
    '/v1/invest/fixings',
    '/v1/nft/bids',
    '/v1/options/fairness',
    '/v1/simulator/days',
    '/v1/support/threads',
  ],
} as const
const RANGE = ['since', 'until', 'cursor']

const isList = (schema: unknown): boolean => {
  const { type, entries } = schema as { readonly type: string; readonly entries?: Readonly<Record<string, unknown>> }
  return type === 'array' || (entries?.['list'] as { readonly type?: string } | undefined)?.type === 'array'
}
const fieldsOf = (schema: unknown): readonly string[] =>
  Object.keys((schema as { readonly entries?: Readonly<Record<string, v.GenericSchema>> }).entries ?? {})

const lists = routes.filter(({ method, path, output }) => method === 'GET' && path.startsWith('/v1/') && isList(output))
const walked = lists.filter(({ input }) => RANGE.every((field) => fieldsOf(input).includes(field)))

test('a list of v1 is walked, or stands above with the reason why it is not', () => {
  const others = lists.filter((each) => !walked.includes(each)).map(({ path }) => path)
  expect(others.sort()).toEqual(Object.values(WITHOUT).flat().sort())
})

test('every walk says where it goes on; public trades by the number of their last row', () => {
  const silent = walked.filter(({ output }) => !fieldsOf(output).includes('next_cursor')).map(({ path }) => path)
  expect(silent).toEqual(['/v1/trades'])
})
