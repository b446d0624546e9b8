// Queues longer than one sweep settles: the sweep begins, and the queue's Drain goes on, until the queue is empty or nothing leaves it.

import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { oweNotices } from '#db/platform/notice'
import { Account } from '#party/account/room'
import { type QueueName, sweepQueue } from '../../server/cron/queues'
import { LONG } from '../kit/long'
import { waitFor } from '../kit/wait-for'

// In the short form a sweep, a whole slice and a part of one: each row wakes an account.
const COUNT = LONG ? 10_000 : 150
const LIMITS = { timeout: LONG ? 1_800_000 : 120_000, interval: 50 }
const QUEUE = 'send what accounts tell' satisfies QueueName
const FIRST_ACCOUNT = 5_000_000

const drainOf = (queue: QueueName) => env.Drain.get(env.Drain.idFromName(queue))
const waiting = () => env.DB.prepare('select count(*) as n from notice_owed').first<number>('n')
const isAsleep = async (queue: QueueName) =>
  (await runInDurableObject(drainOf(queue), (_drain, { storage }) => storage.getAlarm())) === null

/** Sweeps after the first, as cron does every minute. With the first they settle fewer rows than wait, so the Drain has to do the rest. */
const LATER_SWEEPS = 2
const SWEEP_EVERY_MS = 20_000

/** A row whose call fails once waits for a later sweep. */
async function expectDrained(left: number): Promise<void> {
  const began = Date.now()
  let sweeps = 0
  await waitFor(async () => {
    if (sweeps < LATER_SWEEPS && Date.now() - began > SWEEP_EVERY_MS * (sweeps + 1)) {
      sweeps += 1
      await sweepQueue(env, QUEUE, Date.now())
    }
    expect(await waiting()).toBe(left)
    expect(await isAsleep(QUEUE)).toBe(true)
  }, LIMITS)
}

/** Accounts that have reported messages, from the longest waiting to the newest. */
const owe = (count: number, from = FIRST_ACCOUNT) =>
  env.DB.prepare(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ?)
     insert into notice_owed (user_id, at) select ? + i, i from n`,
  )
    .bind(count, from)
    .run()

/** Every account answers, but its report stays. */
async function reportAgain(count: number): Promise<void> {
  await env.DB.prepare(
    `create trigger if not exists stays after delete on notice_owed
     begin insert into notice_owed (user_id, at) values (old.user_id, old.at); end`,
  ).run()
  await owe(count)
}

describe('a queue', { timeout: LIMITS.timeout }, () => {
  it(`of ${COUNT} is emptied after one sweep, and its Drain then rests`, async () => {
    await owe(COUNT)
    await sweepQueue(env, QUEUE, Date.now())
    await expectDrained(0)
  })

  it('that one sweep empties wakes no Drain', async () => {
    await oweNotices(env.DB, FIRST_ACCOUNT, 1)
    await sweepQueue(env, QUEUE, Date.now())
    expect(await waiting()).toBe(0)
    expect(await isAsleep(QUEUE)).toBe(true)
  })

  it('goes on after its Drain was stopped between two slices', async () => {
    await owe(150)
    // Far enough away for the eviction to come first.
    await runInDurableObject(drainOf(QUEUE), (_drain, { storage }) => {
      storage.kv.put('queue', QUEUE)
      return storage.setAlarm(Date.now() + 3_600_000)
    })
    await evictDurableObject(drainOf(QUEUE))
    expect(await runDurableObjectAlarm(drainOf(QUEUE))).toBe(true)
    await expectDrained(0)
  })

  it('whose rows stay although their work succeeds lets its Drain rest', async () => {
    await reportAgain(150)
    await sweepQueue(env, QUEUE, Date.now())
    await waitFor(async () => expect(await isAsleep(QUEUE)).toBe(true), LIMITS)
    expect(await waiting()).toBe(150)
    await env.DB.batch(['drop trigger stays', 'delete from notice_owed'].map((text) => env.DB.prepare(text)))
  })

  it('passes an account that cannot be reached, and ends when no other is left', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    // Not an account of the test before, whose last slice may still be at work.
    const unreachable = FIRST_ACCOUNT + 1_000
    const broken = String(unreachable)
    // Of the class: an instance that sleeps in between comes back without what it had of its own.
    // oxlint-disable-next-line typescript/unbound-method -- called below with its account
    const original = Account.prototype.asSystem
    const calls = vi.spyOn(Account.prototype, 'asSystem').mockImplementation(function (this: Account, request) {
      const isBroken = this.ctx.id.name === broken
      return isBroken ? Promise.reject(new Error('unreachable')) : original.call(this, request)
    })
    await owe(150, unreachable)
    await sweepQueue(env, QUEUE, Date.now())
    await expectDrained(1)
    expect(await env.DB.prepare('select user_id from notice_owed').first('user_id')).toBe(unreachable)
    expect(log.mock.calls.flat().join(' ')).toContain(`user ${broken}: own messages not taken`)
    log.mockRestore()
    calls.mockRestore()
    await sweepQueue(env, QUEUE, Date.now())
    expect(await waiting()).toBe(0)
  })
})
