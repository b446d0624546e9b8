// Private events for the owner only, in the format of existing clients.

import { expect, test } from 'vitest'
import { PRIVATE_EVENTS } from '#party/gateway/private-events'
import type { AccountSocketMessage } from '#party/protocol/account'

const heard = (changes: object) => {
  // An Account's message without the fields that don't matter here.
  const message = { type: 'event', seq: 2, at: 1, balances: [], ...changes } as unknown as AccountSocketMessage
  return PRIVATE_EVENTS.flatMap(({ name, payloadsOf }) => payloadsOf(message).map((payload) => ({ name, ...payload })))
}

const option = (differs: object) => ({
  ...{ orderNo: 7, direction: 'rise', seconds: 60, stake: '10000000', paid: '18500000', outcome: 'won' },
  ...{ state: 'settled', entrySteps: 6_000_000, exitSteps: 6_000_100, terms: { priceDecimals: 2 } },
  ...differs,
})

test('lever_closed names the positions that are over, and no others', () => {
  const positions = [
    { positionNo: 3, state: 'closed' },
    { positionNo: 4, state: 'open' },
    { positionNo: 5, state: 'closed' },
  ]
  expect(heard({ futures: { positions } })).toEqual([{ name: 'lever_closed', id: [3, 5] }])
  expect(heard({ futures: { positions: [positions[1]] } })).toEqual([])
})

test('closed_microorder says what an option opened at, ended at and came to', () => {
  const shown = { name: 'closed_microorder', data: { id: 7, open_price: '60000.00', end_price: '60001.00' } }
  expect(heard({ options: { orders: [option({})] } })).toMatchObject([
    { ...shown, data: { ...shown.data, profit_result: 1, fact_profits: '8.500000' } },
  ])
  expect(heard({ options: { orders: [option({ outcome: 'lost', paid: '0' })] } })).toMatchObject([
    { data: { profit_result: -1, fact_profits: '-10.000000' } },
  ])
  expect(heard({ options: { orders: [option({ state: 'running' })] } })).toEqual([])
})

test('mail_message says that there is something to read', () => {
  expect(heard({ messages: { unread: 2 } })).toEqual([{ name: 'mail_message', period: true }])
  expect(heard({})).toEqual([])
})
