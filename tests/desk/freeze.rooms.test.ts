// A frozen account: the room refuses by its own copy, orders can be taken back, and an older word never undoes a newer one.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { findUsers, freezeUser, openUserFile, sweepFreezes } from '#services/desk/users'
import { listMessages } from '#services/messages'
import type { Session } from '#session/session'
import { runSweep } from '../../server/cron/sweep'
import { type Hired, NOON, codeOf, commandId, customer, firstAdmin, hire, seed, valueOf } from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let ada: Hired, rita: Hired, sam: Hired
let alice: Session

beforeAll(async () => {
  await seed()
  ada = await firstAdmin()
  rita = await hire(ada.member, 'Rita', 'reviewer')
  sam = await hire(ada.member, 'Sam', 'support')
  alice = await customer('Alice')
})

const pages = { holdsPage: 1, ordersPage: 1, entriesPage: 1, entryFilter: {}, limit: 10 }
const file = async () => {
  const found = await openUserFile(env, alice.userId, pages)
  if (!found) throw new Error('no such user')
  return found
}
const freeze = async (
  by: Hired,
  what: { trading?: boolean; withdrawals?: boolean; revision?: number; reason?: string },
) =>
  freezeUser(env, by.member, {
    userId: alice.userId,
    trading: false,
    withdrawals: false,
    reason: 'Reported as stolen.',
    revision: (await file()).user.freezeRevision,
    commandId: commandId(),
    at: NOON,
    ...what,
  })

const order = {
  symbol: 'BTC-USDT',
  clientOrderId: null,
  side: 'buy',
  kind: 'limit',
  ticks: 600_000,
  lots: 100,
  budget: null,
  timeInForce: 'gtc',
  isPostOnly: false,
  selfTrade: 'cancel_newest',
} as const
const place = () => callAccount(env, alice, { type: 'place_spot_orders', commandId: commandId(), orders: [order] })

describe('freezing', () => {
  it('stops Alice’s trading at once, and thawing lets her go on', async () => {
    valueOf(await freeze(rita, { trading: true }))
    expect(codeOf(await place())).toBe('trading_frozen')
    const cancel = callAccount(env, alice, { type: 'cancel_spot_orders', commandId: commandId(), symbol: null })
    expect(codeOf(await cancel)).toBe('ok')
    expect((await file()).account.freeze).toMatchObject({ trading: true, withdrawals: false })
    valueOf(await freeze(ada, {}))
    expect(codeOf(await place())).toBe('ok')
  })

  it('is told to Alice, once for what it is about, and so is its end', async () => {
    const kinds = async () => {
      const asked = { group: 'security', page: 1, limit: 3, language: 'en' } as const
      return valueOf(await listMessages(env, alice, asked)).rows.map(({ kind, facts }) => `${kind} ${facts['scope']}`)
    }
    expect(await kinds()).toEqual(['account_unfrozen trading', 'account_frozen trading'])
    valueOf(await freeze(rita, { withdrawals: true }))
    expect(await kinds()).toHaveLength(3)
    expect((await kinds())[0]).toBe('account_frozen withdrawals')
    valueOf(await freeze(ada, {}))
    expect((await kinds())[0]).toBe('account_unfrozen withdrawals')
  })

  it('is done by reviewers, finance and admins, with a reason, and undone by admins', async () => {
    valueOf(await freeze(rita, { trading: true }))
    expect(codeOf(await freeze(rita, {}))).toBe('permission_missing')
    expect(codeOf(await freeze(rita, { withdrawals: true }))).toBe('permission_missing')
    expect((await file()).account.freeze).toMatchObject({ trading: true, withdrawals: false })
    valueOf(await freeze(ada, {}))
    expect(codeOf(await freeze(sam, { trading: true }))).toBe('permission_missing')
    expect(codeOf(await freeze(rita, { trading: true, reason: ' ' }))).toBe('reason_missing')
  })

  it('by two people at once: what one did is not written over by the other, who had not seen it', async () => {
    const { freezeRevision: revision } = (await file()).user
    const both = await Promise.all([
      freeze(rita, { trading: true, revision }),
      freeze(ada, { withdrawals: true, revision }),
    ])
    expect(both.map(codeOf).sort()).toEqual(['ok', 'precondition_failed'])
  })

  it('is not undone by a reviewer who asks for the revision that her own freeze is about to make', async () => {
    const asked = { userId: alice.userId, withdrawals: false, reason: 'Mine.', at: NOON }
    const { freezeRevision: revision } = (await file()).user
    valueOf(await freeze(ada, { revision }))
    /** The freeze runs between read and write of the unfreeze. */
    const freezeFirst = async (statements: D1PreparedStatement[]) => {
      await freezeUser(env, rita.member, { ...asked, trading: true, revision: revision + 1, commandId: commandId() })
      return env.DB.batch(statements)
    }
    const late = { ...env, DB: { prepare: (text: string) => env.DB.prepare(text), batch: freezeFirst } as D1Database }
    const thaw = { ...asked, trading: false, revision: revision + 2, commandId: commandId() }
    expect(codeOf(await freezeUser(late, rita.member, thaw))).toBe('precondition_failed')
    expect((await file()).user).toMatchObject({ isTradingFrozen: true, freezeRevision: revision + 2 })
  })

  it('by a word that comes late changes nothing: the room keeps the newest', async () => {
    valueOf(await freeze(ada, { trading: true, withdrawals: true }))
    const { revision } = (await file()).account.freeze
    await callAccountAsSystem(env, alice.userId, {
      type: 'freeze',
      revision: revision - 1,
      trading: false,
      withdrawals: false,
    })
    expect((await file()).account.freeze).toEqual({ revision, trading: true, withdrawals: true })
  })

  it('that the room could not hear of is told by the sweep', async () => {
    await env.DB.prepare(
      'update user set is_trading_frozen = 0, is_withdrawal_frozen = 0, freeze_revision = freeze_revision + 1, is_freeze_owed = 1 where id = ?',
    )
      .bind(alice.userId)
      .run()
    expect((await file()).account.freeze.trading).toBe(true)
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await runSweep(env, NOON)
    log.mockRestore()
    const { user, account } = await file()
    expect(account.freeze.trading).toBe(false)
    expect(user.isFreezePending).toBe(false)
    // Alice, too: the earlier attempt died before her message.
    const asked = { group: 'security', page: 1, limit: 2, language: 'en' } as const
    const told = valueOf(await listMessages(env, alice, asked)).rows.map(({ kind, facts }) => [kind, facts['scope']])
    expect(told).toEqual([
      ['account_unfrozen', 'withdrawals'],
      ['account_unfrozen', 'trading'],
    ])
  })
})

describe('looking for users', () => {
  it('finds by id, by a part of the address or the name, and by state; signs of patterns mean themselves', async () => {
    await customer('Bob')
    const find = async (text: string, only: 'all' | 'frozen' = 'all') =>
      (await findUsers(env, { text, only }, { page: 1, limit: 10 })).rows.map(({ nickname }) => nickname)
    expect(await find('alice@')).toEqual(['Alice'])
    expect(await find(String(alice.userId))).toEqual(['Alice'])
    expect(await find('')).toEqual(['Bob', 'Alice'])
    expect(await find('%')).toEqual([])
    expect(await find('_')).toEqual([])
    valueOf(await freeze(ada, { withdrawals: true }))
    expect(await find('', 'frozen')).toEqual(['Alice'])
  })

  it('makes no room for a user that there is not', async () => {
    expect(await openUserFile(env, 424_242, pages)).toBeNull()
  })
})

describe('the sweep', () => {
  it('tells thirty accounts a few at a time, so that it does not wake all of them at once', async () => {
    for (let user = 0; user < 30; user += 1) await customer(`${user}Sleeper`)
    const named = "email like '%sleeper@%'"
    await env.DB.prepare(`update user set is_freeze_owed = 1, is_trading_frozen = 1 where ${named}`).run()
    let [awake, most] = [0, 0]
    const asSystem = async () => {
      awake += 1
      most = Math.max(most, awake)
      await new Promise((resolve) => setTimeout(resolve, 5))
      awake -= 1
      return JSON.stringify({})
    }
    const Account = { idFromName: (name: string) => name, get: () => ({ asSystem }) } as unknown as typeof env.Account
    expect(await sweepFreezes({ ...env, Account }, 40)).toMatchObject({ settled: 30, isFull: false })
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(8)
    expect(
      await env.DB.prepare(`select count(*) as n from user where is_freeze_owed = 1 and ${named}`).first('n'),
    ).toBe(0)
    await env.DB.prepare(`update user set is_trading_frozen = 0 where ${named}`).run()
  })
})
