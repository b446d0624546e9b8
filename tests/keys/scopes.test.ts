// What programs may call: every endpoint and every command that an API key reaches, by its scope. Whatever is not listed here is for sessions alone.

import { expect, test } from 'vitest'
import { routes } from '#api/app'
import { FEATURES } from '../../party/account/features'

const SCOPES: Readonly<Record<string, readonly string[]>> = {
  read: [
    'GET /v1/agents/request',
    'GET /v1/agents/requests',
    'GET /v1/alerts',
    'GET /v1/alerts/history',
    'GET /v1/balances',
    'GET /v1/conditional/history',
    'GET /v1/conditional/order',
    'GET /v1/conditional/orders',
    'GET /v1/copy/application',
    'GET /v1/copy/copies',
    'GET /v1/copy/followings',
    'GET /v1/deposits',
    'GET /v1/fills',
    'GET /v1/futures/history',
    'GET /v1/futures/position',
    'GET /v1/futures/positions',
    'GET /v1/ieo/orders',
    'GET /v1/invest/order',
    'GET /v1/invest/orders',
    'GET /v1/keys/usage',
    'GET /v1/ledger',
    'GET /v1/limits',
    'GET /v1/loan/interest',
    'GET /v1/loan/loan',
    'GET /v1/loan/loans',
    'GET /v1/loan/margin',
    'GET /v1/mining/deposit',
    'GET /v1/mining/deposits',
    'GET /v1/mining/yields',
    'GET /v1/options/history',
    'GET /v1/options/order',
    'GET /v1/options/orders',
    'GET /v1/order',
    'GET /v1/orders',
    'GET /v1/rebates',
    'GET /v1/transfers',
    'GET /v1/withdrawals',
  ],
  trade: [
    'DELETE /v1/alerts',
    'DELETE /v1/conditional/order',
    'DELETE /v1/conditional/orders',
    'DELETE /v1/futures/order',
    'DELETE /v1/order',
    'DELETE /v1/orders',
    'POST /v1/alerts/fill',
    'POST /v1/alerts/liquidation',
    'POST /v1/alerts/move',
    'POST /v1/alerts/price',
    'POST /v1/cancel-all-after',
    'POST /v1/conditional/entry',
    'POST /v1/conditional/order',
    'POST /v1/futures/close',
    'POST /v1/futures/close-many',
    'POST /v1/futures/margin',
    'POST /v1/futures/order',
    'POST /v1/futures/reverse',
    'POST /v1/futures/stops',
    'POST /v1/options/order',
    'POST /v1/options/proposal-order',
    'POST /v1/options/proposals',
    'POST /v1/order',
    'POST /v1/orders',
    'PUT /v1/order',
  ],
  transfer: ['POST /v1/transfer'],
}

test('the endpoints of each scope are these', () => {
  const found: Record<string, string[]> = {}
  for (const { method, path, scope } of routes) if (scope) (found[scope] ??= []).push(`${method} ${path}`)
  for (const list of Object.values(found)) list.sort()
  expect(found).toEqual(SCOPES)
})

test('a key reads by GET alone, is never taken on the old wire, and has no use at a public endpoint', () => {
  for (const { method, alsoBy, path, scope, isPrivate } of routes) {
    if (!scope) continue
    expect({ path, isV1: path.startsWith('/v1/'), isPrivate, alsoBy }).toEqual({
      path,
      isV1: true,
      isPrivate: true,
      alsoBy: [],
    })
    expect({ path, scope, reads: method === 'GET' }).toEqual({ path, scope, reads: scope === 'read' })
  }
})

test('the commands that a key may run are these: no withdrawal, no address, nothing of security', () => {
  const found = FEATURES.flatMap(({ commands }) =>
    Object.entries(commands).flatMap(([name, command]) => ('byKey' in command ? [`${command.byKey} ${name}`] : [])),
  )
  expect(found.sort()).toEqual([
    'trade amend_spot_order',
    'trade cancel_all_after',
    'trade cancel_conditional',
    'trade cancel_conditionals',
    'trade cancel_futures_order',
    'trade cancel_on_disconnect',
    'trade cancel_spot_order',
    'trade cancel_spot_orders',
    'trade change_futures_margin',
    'trade close_futures',
    'trade close_many_futures',
    'trade place_conditional',
    'trade place_futures_order',
    'trade place_option',
    'trade place_spot_orders',
    'trade propose_option',
    'trade remove_alert',
    'trade reverse_futures',
    'trade set_fill_alert',
    'trade set_futures_stops',
    'trade set_liquidation_alert',
    'trade set_move_alert',
    'trade set_price_alert',
    'trade take_option_proposal',
    'transfer transfer',
  ])
})
