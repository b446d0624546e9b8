// A socket that shows the keys of two accounts, one after the other: what one of them may do, it does at its own account.

import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { KeyScope } from '#domain/api-key'
import type { AccountRpc } from '#party/protocol/account'
import { Account } from '../../party/account/room'
import { type Person, join, ok, seed } from '../api/client'
import { program } from '../keys/client'
import { loginOf } from './login'
import { ProgramWire, eventually } from './program-wire'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let alice: Person
let bob: Person
const wires: ProgramWire[] = []

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  bob = await join('Bob')
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const wire of wires.splice(0)) wire.close()
})

const keyOf = (person: Person, scope: KeyScope) => program(person.userId, { kind: 'hmac', scopes: [scope] })
async function loggedIn(person: Person, scope: KeyScope): Promise<ProgramWire> {
  const wire = await ProgramWire.loggedIn(await keyOf(person, scope))
  wires.push(wire)
  return wire
}

/** Accounts answer keys late from now on. */
function answerLate() {
  const carryOut = Object.getOwnPropertyDescriptor(Account.prototype, 'asKey')?.value as AccountRpc['asKey']
  const arrived = vi.fn()
  vi.spyOn(Account.prototype, 'asKey').mockImplementation(async function (this: Account, ...call) {
    for (let turn = 0; turn < 15; turn += 1) await scheduler.wait(20)
    return carryOut.apply(this, call).finally(arrived)
  })
  return arrived
}

async function placeOrder({ token }: Person): Promise<void> {
  const [quote] = await ok<readonly { price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  const price = String(Math.floor(Number(quote?.price) * 0.95))
  await ok('POST', '/v1/order', { json: { symbol: 'BTC-USDT', side: 'buy', price, quantity: '0.001' }, token })
}

test('the switch of one account cancels no orders of another whose key only reads', async () => {
  await placeOrder(bob)
  const wire = await loggedIn(alice, 'trade')
  expect(await wire.codeOf('cancel_on_disconnect', { enabled: true })).toBe('ok')
  expect(await wire.codeOf('login', await loginOf(await keyOf(bob, 'read')))).toBe('ok')
  const arrived = answerLate()
  wire.socket.send(JSON.stringify({ id: 'last', op: 'subscribe', params: { channel: 'account' } }))
  wire.close()
  await eventually('the last operation ends', () => arrived.mock.calls.length > 0)
  for (let tries = 0; tries < 10; tries += 1) {
    await scheduler.wait(20)
    const { list } = await ok<{ list: unknown[] }>('GET', '/v1/orders', { query: { stage: 'open' }, token: bob.token })
    expect(list).toHaveLength(1)
  }
})

test('a channel that one key asked for does not begin for another that may not read', async () => {
  const wire = await loggedIn(alice, 'read')
  const login = await loginOf(await keyOf(bob, 'trade'))
  answerLate()
  const [subscribed, shown] = await Promise.all([
    wire.codeOf('subscribe', { channel: 'account' }),
    wire.codeOf('login', login),
  ])
  expect([subscribed, shown, wire.of('account')]).toEqual(['session_ended', 'ok', []])
  vi.restoreAllMocks()
  await placeOrder(bob)
  expect(await wire.codeOf('subscribe', { channel: 'account' })).toBe('key_scope_missing')
  expect(wire.of('account')).toEqual([])
})
