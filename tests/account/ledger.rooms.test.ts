// The ledger itself: entries that do not add up, balances below zero, edits, corrupted stores, and random lives of an account.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Amount, amount } from '#domain/money/amount'
import { openLog } from '#party/account/state'
import { Ledger, move } from '#party/account/ledger'
import { verifyLedger } from '#party/account/ledger-audit'
import { openAccountStore } from '../kit/account-store'
import type { Store } from '#party/lib/store'

/** Saves a ledger as a turn does, and lets its tables follow. */
function save(store: Store, ledger: Ledger, log = openLog(store, [])): void {
  ledger.save(log)
  log.commit()
  log.checkpoint()
}

let rooms = 0
/** Runs over the SQLite of a fresh room, migrated. */
function withStore(work: (store: Store) => unknown): Promise<unknown> {
  rooms += 1
  return runInDurableObject(env.Account.get(env.Account.idFromName(String(rooms))), (_room, state) =>
    work(openAccountStore(state.storage)),
  )
}

const USDT = 3
const units = (value: number): Amount => amount(BigInt(value))
const grant = (ledger: Ledger, value: number) =>
  ledger.post(
    { reason: 'demo_grant', ref: `grant-${value}`, lines: move(USDT, units(value), '@demo', 'change:available') },
    1,
  )

test('An entry that does not sum to zero per asset is a broken assumption', () =>
  withStore((store) => {
    const ledger = new Ledger(store)
    const lines = [
      { account: 'change:available', assetId: USDT, amount: units(5) },
      { account: '@demo', assetId: 1, amount: units(-5) },
    ] as const
    expect(() => ledger.post({ reason: 'transfer', ref: 'x', lines }, 1)).toThrow('sums to zero')
  }))

test('No balance of a user goes below zero: code refuses, and the store refuses', () =>
  withStore((store) => {
    const ledger = new Ledger(store)
    grant(ledger, 10)
    const tooMuch = move(USDT, units(11), 'change:available', '@demo')
    expect(() => ledger.post({ reason: 'transfer', ref: 'x', lines: tooMuch }, 1)).toThrow('below zero')
    expect(() =>
      store.run("INSERT INTO balance (wallet, asset_id, available, held) VALUES ('change', 3, '-1', '0')"),
    ).toThrow('CHECK')
    expect(() =>
      store.run("INSERT INTO balance (wallet, asset_id, available, held) VALUES ('change', 3, '01', '0')"),
    ).toThrow('CHECK')
    expect(() =>
      store.run("INSERT INTO balance (wallet, asset_id, available, held) VALUES ('change', 3, 1.5, '0')"),
    ).toThrow('CHECK')
  }))

test('An account name outside the ledger is a broken assumption', () =>
  withStore((store) => {
    // A name that the types would not let pass.
    const account = 'savings:available' as 'change:available'
    const lines = move(USDT, units(1), '@demo', account)
    expect(() => new Ledger(store).post({ reason: 'transfer', ref: 'x', lines }, 1)).toThrow(
      'is an account of the ledger',
    )
  }))

test('Entries and bills are never edited: the store itself refuses', () =>
  withStore((store) => {
    const ledger = new Ledger(store)
    grant(ledger, 10)
    save(store, ledger)
    expect(() => store.run("UPDATE entry SET ref = 'y'")).toThrow('never edited')
    expect(() => store.run('DELETE FROM entry')).toThrow('never edited')
    expect(() => store.run("UPDATE bill SET value = '1'")).toThrow('never edited')
    expect(() => store.run('DELETE FROM bill')).toThrow('never edited')
  }))

test('A hold is captured in part, released in part, and never beyond what it holds', () =>
  withStore((store) => {
    const ledger = new Ledger(store)
    grant(ledger, 100)
    ledger.hold({ ref: 'spot:1', wallet: 'change', assetId: USDT, amount: units(60) }, 'spot_hold', 2)
    const out = [{ account: '@market:BTC-USDT', assetId: USDT, amount: units(25) }] as const
    ledger.capture({ ref: 'spot:1', captured: units(25), released: units(5), reason: 'spot_fill', lines: out }, 3)
    expect([ledger.available('change', USDT), ledger.holdLeft('spot:1')]).toEqual([45n, 30n])
    expect(() => ledger.release('spot:1', units(31), 'spot_release', 4)).toThrow('within its hold')
    const more = [{ account: '@market:BTC-USDT', assetId: USDT, amount: units(31) }] as const
    expect(() =>
      ledger.capture({ ref: 'spot:1', captured: units(31), released: units(0), reason: 'spot_fill', lines: more }, 4),
    ).toThrow('within its hold')
    ledger.release('spot:1', units(30), 'spot_release', 5)
    expect(ledger.holdLeft('spot:1')).toBe(0n)
    save(store, ledger)
    expect(store.rows('SELECT * FROM hold')).toEqual([])
    expect(verifyLedger(store)).toMatchObject({ isSound: true, entryCount: 4 })
  }))

test('Verify names a balance, a hold and a bill that do not follow from the entries', () =>
  withStore((store) => {
    const ledger = new Ledger(store)
    grant(ledger, 100)
    ledger.hold({ ref: 'spot:1', wallet: 'change', assetId: USDT, amount: units(60) }, 'spot_hold', 2)
    save(store, ledger)
    store.run("UPDATE balance SET available = '41', held = '59'")
    store.run("INSERT INTO entry (id, at, reason, ref, lines) VALUES (99, 1, 'transfer', 'x', '[[\"@demo\",3,\"5\"]]')")
    const report = verifyLedger(store)
    expect(report.isSound).toBe(false)
    expect(report.problems).toEqual([
      'entry 99 sums to 5 in asset 3',
      'change:available/3 is stored as 41 and its entries come to 40',
      'change:held/3 is stored as 59 and its entries come to 60',
      'held balance of change/3 is -1 above its holds',
    ])
  }))

type Step = readonly [verb: 'grant' | 'hold' | 'capture' | 'release' | 'save' | 'wake', value: number, hold: number]

/** A plain model of the same ledger. */
interface Model {
  available: number
  holds: number[]
}

/** Applies the step to ledger and model if the model allows it. */
function live(ledger: Ledger, model: Model, [verb, value, index]: Step): void {
  const left = model.holds[index] ?? 0
  const ref = `spot:${index}`
  if (verb === 'grant') {
    ledger.post(
      { reason: 'demo_grant', ref: `${Math.random()}`, lines: move(USDT, units(value), '@demo', 'change:available') },
      1,
    )
    model.available += value
  } else if (verb === 'hold' && value <= model.available) {
    ledger.hold({ ref, wallet: 'change', assetId: USDT, amount: units(value) }, 'spot_hold', 1)
    model.available -= value
    model.holds[index] = left + value
  } else if (verb === 'release' && value <= left) {
    ledger.release(ref, units(value), 'spot_release', 1)
    model.available += value
    model.holds[index] = left - value
  } else if (verb === 'capture' && value <= left) {
    const released = Math.floor((left - value) / 2)
    const lines = [{ account: '@market:BTC-USDT', assetId: USDT, amount: units(value) }] as const
    ledger.capture({ ref, captured: units(value), released: units(released), reason: 'spot_fill', lines }, 1)
    model.available += released
    model.holds[index] = left - value - released
  }
}

test('After any life the ledger agrees with a plain model, is sound, and is the same after waking', () =>
  withStore((store) => {
    const verb = fc.constantFrom<Step[0]>('grant', 'hold', 'capture', 'release', 'save', 'wake')
    const steps = fc.array(fc.tuple(verb, fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 0, max: 3 })), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(steps, (life) => {
        for (const table of ['balance', 'hold']) store.run(`DELETE FROM ${table}`)
        for (const trigger of ['entry_never_deleted', 'bill_never_deleted'])
          store.run(`DROP TRIGGER IF EXISTS ${trigger}`)
        for (const table of ['entry', 'bill']) store.run(`DELETE FROM ${table}`)
        const log = openLog(store, [])
        let ledger = new Ledger(store)
        const model: Model = { available: 0, holds: [0, 0, 0, 0] }
        for (const step of life) {
          live(ledger, model, step)
          if (step[0] === 'save') {
            ledger.save(log)
            log.commit()
          }
          if (step[0] === 'wake') save(store, ledger, log)
          if (step[0] === 'wake') ledger = new Ledger(store)
        }
        save(store, ledger, log)
        const woken = new Ledger(store)
        expect(woken.balances()).toEqual(ledger.balances())
        expect(woken.available('change', USDT)).toBe(BigInt(model.available))
        expect(model.holds.map((_, index) => woken.holdLeft(`spot:${index}`))).toEqual(model.holds.map(BigInt))
        expect(verifyLedger(store).problems).toEqual([])
      }),
      { numRuns: 60 },
    )
  }))
