// Tables of an account are made at the first write: a user who never plays has no table of rounds.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { gameSeed } from '#db/account/game'
import { TABLES_AT_WAKE, accountMigrations } from '#party/account/open-store'
import { type Migrations, migrateOnDemand } from '#party/lib/migrations'
import { type Store, openStore } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import { order, withStage } from './stage'
import { never } from './waking'

const SEEDS = tableOf(gameSeed)
const SEED = { seedNo: 1, seed: 'ab', commitment: 'cd', committedAt: 1, revealedAt: null, receiptId: null }

let rooms = 0
type Open = (migrations?: Migrations, atWake?: readonly string[]) => Store

/** Runs over the storage of a fresh account. */
function withStores(work: (open: Open) => unknown): Promise<unknown> {
  rooms += 1
  return runInDurableObject(env.Account.get(env.Account.idFromName(`tables-${rooms}`)), (_room, { storage }) =>
    work((migrations = accountMigrations, atWake = [...TABLES_AT_WAKE]) =>
      migrateOnDemand(openStore(storage), migrations, new Set(atWake)),
    ),
  )
}

const tablesIn = (store: Store): string[] =>
  store.rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => name)

test('A new account has its ledger and no product', () =>
  withStores((open) => {
    expect(
      tablesIn(open())
        .filter((name) => !/^(sqlite|_cf)_/.test(name))
        .toSorted(),
    ).toEqual(['balance', 'bill', 'command', 'counter', 'entry', 'hold', 'migration', 'session', 'timer', 'turn_log'])
  }))

test('Reading, changing and removing where nothing was ever written finds nothing and makes no table', () =>
  withStores((open) => {
    const store = open()
    expect(SEEDS.rows(store)).toEqual([])
    expect(SEEDS.first(store, 'WHERE seed_no = 1')).toBeUndefined()
    expect([SEEDS.count(store), SEEDS.last(store, 'seedNo')]).toEqual([0, 0])
    SEEDS.update(store, { seedNo: 1 }, { revealedAt: 2 })
    SEEDS.remove(store, { seedNo: 1 })
    SEEDS.removeAll(store)
    expect(tablesIn(store)).not.toContain('game_seed')
  }))

test('The first row makes its table with all indexes, once, and the account that wakes finds it', () =>
  withStores((open) => {
    const store = open()
    SEEDS.putAll(store, [])
    expect(tablesIn(store)).not.toContain('game_seed')
    SEEDS.insert(store, SEED)
    expect(() => SEEDS.insert(store, SEED)).toThrow('UNIQUE')
    expect(SEEDS.rows(open())).toEqual([SEED])
    store.make('option_order')
    const indexes = store.rows<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'option_order'",
    )
    expect(indexes.map(({ name }) => name).toSorted()).toEqual([
      'option_order_by_symbol',
      'option_order_live',
      'option_order_settled',
    ])
  }))

test('A table that a failed transaction made is gone, and the next write makes it again', () =>
  withStores((open) => {
    const store = open()
    const failing = () =>
      store.runInTransaction(() => {
        SEEDS.insert(store, SEED)
        throw new Error('no')
      })
    expect(failing).toThrow('no')
    expect(SEEDS.rows(store)).toEqual([])
    SEEDS.insert(store, SEED)
    expect(SEEDS.rows(store)).toEqual([SEED])
  }))

test('Whoever trades spot only has no table of any other product', () =>
  withStage(never, async (stage) => {
    await stage.place(order())
    stage.clerk.fill(1, { ticks: 590_000, lots: 1_000, fee: '1000' })
    await stage.deliver()
    await stage.verify()
    expect(tablesIn(stage.store)).toContain('spot_fill')
    const others = /^(futures|option|loan|lock|ieo|stock|nft|quiz|invest|copy|game|buy|alert)/
    expect(tablesIn(stage.store).filter((name) => others.test(name))).toEqual([])
  }))

/** The account's migrations with one appended, as in a later release. */
function withAppended(...statements: readonly string[]): Migrations {
  const { journal, migrations } = accountMigrations
  const idx = journal.entries.length
  return {
    journal: { entries: [...journal.entries, { idx, tag: 'appended' }] },
    migrations: { ...migrations, [`m${String(idx).padStart(4, '0')}`]: statements.join('--> statement-breakpoint\n') },
  }
}

const REBUILT = [
  'CREATE TABLE `__new_game_seed` (`seed_no` integer PRIMARY KEY, `seed` text, `commitment` text, `committed_at` integer, `revealed_at` integer, `receipt_id` text, `note` text);',
  'INSERT INTO `__new_game_seed` (seed_no, seed, commitment, committed_at) SELECT seed_no, seed, commitment, committed_at FROM `game_seed`;',
  'DROP TABLE `game_seed`;',
  'ALTER TABLE `__new_game_seed` RENAME TO `game_seed`;',
  'CREATE INDEX `seed_by_time` ON `game_seed` (`committed_at`);',
  '-- Data of old rows.\nUPDATE game_seed SET note = seed;',
]

test('A later migration changes the tables that an account has, and those that it makes afterwards', () =>
  withStores((open) => {
    const columns = (store: Store) =>
      store.rows<{ name: string }>("SELECT name FROM pragma_table_info('game_seed')").map(({ name }) => name)
    SEEDS.insert(open(), SEED)
    const later = withAppended(...REBUILT, 'CREATE TABLE `later` (`id` integer PRIMARY KEY);')
    const store = open(later)
    expect(store.rows('SELECT seed, note FROM game_seed')).toEqual([{ seed: 'ab', note: 'ab' }])
    expect(columns(store)).toContain('note')
  }))

test('An account without the product of a migration wakes, and has the new table once it writes to it', () =>
  withStores((open) => {
    open()
    const store = open(withAppended(...REBUILT))
    expect(tablesIn(store)).not.toContain('game_seed')
    store.make('game_seed')
    store.run("INSERT INTO game_seed (seed_no, note) VALUES (1, 'new')")
    expect(store.rows('SELECT seed_no, note FROM game_seed')).toEqual([{ seed_no: 1, note: 'new' }])
    expect(store.rows("SELECT name FROM sqlite_master WHERE name = 'seed_by_time'")).toHaveLength(1)
  }))

test('A table that a later release makes at once comes to an account that was opened before', () =>
  withStores((open) => {
    open()
    const store = open(accountMigrations, [...TABLES_AT_WAKE, 'game_seed'])
    expect(tablesIn(store)).toContain('game_seed')
  }))

test('A migration whose table is unknown is refused', () =>
  withStores((open) => {
    open()
    for (const statement of ['PRAGMA foreign_keys=OFF', 'DROP INDEX `option_order_live`', 'NONSENSE'])
      expect(() => open(withAppended(statement))).toThrow('no table in')
  }))
