// Guarantees of a room's store: atomic transactions, append-only migrations, and a log that loses no turn.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import migrations from '../../db/account/migrations/migrations'
import { balance, hold } from '#db/account/ledger'
import { counter } from '#db/account/room'
import { openLog } from '#party/account/state'
import { Ledger, move } from '#party/account/ledger'
import { verifyLedger } from '#party/account/ledger-audit'
import { amount } from '#domain/money/amount'
import { type Migrations, migrate } from '#party/lib/migrations'
import { openAccountStore } from '../kit/account-store'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import { TurnLog } from '#party/lib/turn-log'

let rooms = 0
function withStore(work: (store: Store) => unknown): Promise<unknown> {
  rooms += 1
  return runInDurableObject(env.Account.get(env.Account.idFromName(`store-${rooms}`)), (_room, state) =>
    work(openAccountStore(state.storage)),
  )
}

/** The room's migrations with one appended, as in a later release. */
function withAppended(text: string): Migrations {
  const idx = migrations.journal.entries.length
  return {
    journal: { entries: [...migrations.journal.entries, { idx, tag: 'appended' }] },
    migrations: { ...migrations.migrations, [`m${String(idx).padStart(4, '0')}`]: text },
  }
}

test('A throw inside a transaction undoes all of it', () =>
  withStore((store) => {
    const failing = () =>
      store.runInTransaction(() => {
        store.run("INSERT INTO counter (name, value) VALUES ('a', 1)")
        throw new Error('no')
      })
    expect(failing).toThrow('no')
    expect(store.rows('SELECT * FROM counter')).toEqual([])
  }))

test('A promise is refused at run time too, and what it wrote is undone', () =>
  withStore((store) => {
    // A wrong cast that the compiler accepts.
    const careless = (async () => {
      store.run("INSERT INTO counter (name, value) VALUES ('a', 1)")
      return Promise.resolve(1)
    }) as unknown as () => number
    expect(() => store.runInTransaction(careless)).toThrow('must be synchronous')
    expect(store.rows('SELECT * FROM counter')).toEqual([])
  }))

test('A room is brought to an appended migration and keeps its money', () =>
  withStore((store) => {
    store.run(
      'INSERT INTO entry (id, at, reason, ref, lines) VALUES (1, 1, \'demo_grant\', \'old\', \'[["@demo",3,"-7"],["change:available",3,"7"]]\')',
    )
    store.run("INSERT INTO balance (wallet, asset_id, available, held) VALUES ('change', 3, '7', '0')")
    store.run("INSERT INTO bill VALUES (1, 1, 1, 'change', 3, 'demo_grant', 'old', '7', '0', '7', NULL)")
    const appended = withAppended('CREATE TABLE later (id);--> statement-breakpoint\nDROP TABLE later')
    expect(migrate(store, appended)).toBe(1)
    expect(migrate(store, appended)).toBe(0)

    const log = openLog(store, [])
    const ledger = new Ledger(store)
    ledger.post(
      { reason: 'transfer', ref: 'new', lines: move(3, amount(5n), 'change:available', 'legal:available') },
      2,
    )
    ledger.save(log)
    log.commit()
    log.checkpoint()
    expect(ledger.available('change', 3)).toBe(2n)
    expect(verifyLedger(store)).toMatchObject({ isSound: true, entryCount: 2 })
    expect(() => store.run('DELETE FROM entry')).toThrow('never edited')
  }))

test('A room whose history was edited, or is newer than the code, refuses to start', () =>
  withStore((store) => {
    const edited = { ...migrations, migrations: { ...migrations.migrations, m0000: 'SELECT 1' } }
    expect(() => migrate(store, edited)).toThrow('as it was applied')
    expect(migrate(store, withAppended('CREATE TABLE later (id)'))).toBe(1)
    expect(() => migrate(store, migrations)).toThrow('older code')
  }))

test('A migration is applied whole or not at all', () =>
  withStore((store) => {
    expect(() => migrate(store, withAppended('CREATE TABLE half (id);--> statement-breakpoint\nNONSENSE'))).toThrow()
    expect(store.rows("SELECT name FROM sqlite_master WHERE name = 'half'")).toEqual([])
    expect(migrate(store, migrations)).toBe(0)
  }))

const PARTS = { tables: [counter], counter }
/** All counters except the log's own. */
const counters = (store: Store) =>
  Object.fromEntries(
    store
      .rows<{ name: string; value: number }>("SELECT name, value FROM counter WHERE name <> 'turn'")
      .map((row) => [row.name, row.value]),
  )

test('After any life of turns, checkpoints and deaths the tables hold what was committed or forwarded, and nothing of a turn that was not', () =>
  withStore((store) => {
    const step = fc.tuple(
      fc.constantFrom('add', 'put', 'remove', 'commit', 'forward', 'checkpoint', 'die'),
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.nat(99),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (life) => {
        store.run('DELETE FROM counter')
        store.run('DELETE FROM turn_log')
        let log = new TurnLog(store, PARTS)
        let ended: Record<string, number> = {}
        let now: Record<string, number> = {}
        const kept: string[] = []
        for (const [verb, name, value] of life) {
          if (verb === 'add' && now[name] === undefined) {
            log.add(counter, { name, value })
            now[name] = value
          } else if (verb === 'put') {
            log.put(counter, { name, value })
            now[name] = value
          } else if (verb === 'remove') {
            log.remove(counter, { name })
            now = Object.fromEntries(Object.entries(now).filter(([other]) => other !== name))
          } else if (verb === 'forward') {
            kept.push(log.forward())
            ended = { ...now }
          } else if (verb === 'commit' || verb === 'checkpoint') {
            log.commit()
            expect(log.turnsForwarded).toBe(0)
            ended = { ...now }
            if (verb === 'checkpoint') log.checkpoint()
          } else if (verb === 'die') {
            log = new TurnLog(store, PARTS)
            // A replayed list may include lines saved since.
            log.replay(kept)
            log.commit()
            log.checkpoint()
            now = { ...ended }
            expect(counters(store)).toEqual(ended)
          }
        }
        log.commit()
        log.checkpoint()
        expect(counters(store)).toEqual(now)
        expect(store.rows('SELECT id FROM turn_log')).toEqual([])
      }),
      { numRuns: 300 },
    )
  }))

test('A row that is removed, added and removed again before a checkpoint is gone, also after a restart', () =>
  withStore((store) => {
    tableOf(counter).put(store, { name: 'a', value: 1 })
    const log = new TurnLog(store, PARTS)
    log.remove(counter, { name: 'a' })
    log.commit()
    log.add(counter, { name: 'a', value: 2 })
    log.commit()
    log.remove(counter, { name: 'a' })
    log.commit()
    log.checkpoint()
    expect(counters(store)).toEqual({})
    new TurnLog(store, PARTS)
    expect(counters(store)).toEqual({})
  }))

test('A log of a room that had fewer columns is carried out by the code that has more', () =>
  withStore((store) => {
    store.run(
      `INSERT INTO turn_log (id, changes) VALUES (1, '[["hold","put","spot:1","change",3,"5"],["counter","put","event",4]]')`,
    )
    store.run('ALTER TABLE counter ADD note TEXT')
    const longer = sqliteTable('counter', {
      name: text('name').primaryKey(),
      value: integer('value').notNull(),
      note: text('note'),
    })
    new TurnLog(store, { tables: [hold, longer], counter: longer })
    expect(store.rows('SELECT * FROM counter')).toEqual([{ name: 'event', value: 4, note: null }])
    expect(store.rows('SELECT amount FROM hold')).toEqual([{ amount: '5' }])
  }))

test('A turn whose balance would be negative leaves nothing behind', () =>
  withStore((store) => {
    const log = openLog(store, [])
    const nothing = { wallet: 'change', held: amount(0n) } as const
    log.put(counter, { name: 'event', value: 1 })
    log.put(balance, { ...nothing, assetId: 3, available: amount(5n) })
    log.put(balance, { ...nothing, assetId: 1, available: amount(-1n) })
    expect(() => log.commit()).toThrow('CHECK')
    expect(store.rows('SELECT * FROM turn_log')).toEqual([])
    expect(store.rows('SELECT * FROM balance')).toEqual([])
  }))
