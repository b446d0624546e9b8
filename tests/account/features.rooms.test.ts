// The account core's contract with features, shown by a feature of this test: one registration adds commands, queries, timers and changes,
// and a failed command leaves no trace.

import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { done } from '#domain/outcome'
import type { AccountState } from '#party/account/state'
import { command, feature, query, system } from '#party/account/feature'
import { FEATURES } from '#party/account/features'
import { move } from '#party/account/ledger'
import { Registry } from '#party/account/registry'
import { type Stage, USDT, withStage } from './stage'
import { never } from './waking'
import { amount } from '#domain/money/amount'

interface Notes {
  readonly account: AccountState
  isChanged: boolean
}

const RING_AFTER_MS = 60_000

const rowsOf = ({ account }: Notes) =>
  account.store.rows<{ text: string }>('SELECT text FROM note ORDER BY id').map(({ text }) => text)

const write = (own: Notes, text: string): void => {
  own.account.store.run('INSERT INTO note (text) VALUES (?)', text)
  own.isChanged = true
}

const notes = feature({
  name: 'notes',
  open: (account: AccountState): Notes => {
    account.store.run('CREATE TABLE IF NOT EXISTS note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)')
    return { account, isChanged: false }
  },
  commands: {
    write_note: command({
      input: v.strictObject({ text: v.string(), mood: v.optional(v.string(), 'calm') }),
      content: ({ text }) => text,
      commit: 'tables',
      run: (own: Notes, { text }, { account, now }) => {
        write(own, text)
        account.timers.set('note_due', now + RING_AFTER_MS, text)
        if (text === 'broken') throw new Error('the pen broke')
        return done({ count: rowsOf(own).length })
      },
    }),
    tip: command({
      input: v.strictObject({ isBroken: v.boolean() }),
      commit: 'log',
      run: ({ account }: Notes, { isBroken }, { commandId, now }) => {
        const lines = move(USDT.id, amount(1_000_000n), 'change:available', '@fees')
        account.ledger.post({ reason: 'correction', ref: commandId, lines }, now)
        if (isBroken) throw new Error('the purse broke')
        return done(null)
      },
    }),
  },
  queries: { notes: query({ input: v.strictObject({}), run: (own: Notes) => done(rowsOf(own)) }) },
  system: { count_notes: system({ commit: 'read', run: (own: Notes, _request: object) => rowsOf(own).length }) },
  timers: { note_due: { run: (own: Notes, { ref }) => write(own, `${ref} is due`) } },
  changes: (own: Notes) => (own.isChanged ? { notes: rowsOf(own) } : null),
  snapshot: (own: Notes) => ({ notes: rowsOf(own) }),
  save: (own: Notes) => {
    own.isChanged = false
  },
  verify: (own: Notes) => (rowsOf(own).includes('wrong') ? ['a note is wrong'] : []),
})

const WITH_NOTES = [...FEATURES, notes]
const withNotes = (tale: (stage: Stage) => Promise<void>) => withStage(never, tale, WITH_NOTES)

const askNotes = (stage: Stage) => stage.askAnything({ type: 'notes' })
const writeNote = (stage: Stage, text: string, differs: object = {}) =>
  stage.askAnything({ type: 'write_note', commandId: stage.commandId(), ...{ text, ...differs } })

describe('one registration gives a feature', () => {
  test('a command and a query, checked by their schemas', () =>
    withNotes(async (stage) => {
      expect(await writeNote(stage, 'milk')).toEqual({ ok: true, value: { count: 1 } })
      expect(await askNotes(stage)).toEqual({ ok: true, value: ['milk'] })
      const malformed = await stage.askAnything({ type: 'write_note', commandId: 'x', ...{ text: 5 } })
      expect(malformed).toEqual({ ok: false, refusal: { code: 'request_malformed', facts: { field: 'text' } } })
      expect(await stage.askAnything({ type: 'notes', ...{ page: 1 } })).toMatchObject({ ok: false })
    }))

  test('a repetition that is known by what the command says that it means', () =>
    withNotes(async (stage) => {
      const again = (text: string, mood: string) =>
        stage.askAnything({ type: 'write_note', commandId: 'one', ...{ text, mood } })
      const first = await again('milk', 'calm')
      expect(await again('milk', 'cross')).toEqual(first)
      expect(await again('bread', 'calm')).toMatchObject({ refusal: { code: 'command_id_reused' } })
      expect(await askNotes(stage)).toEqual({ ok: true, value: ['milk'] })
    }))

  test('timers by kind and reference, each at its time, also after the room died', () =>
    withNotes(async (stage) => {
      await writeNote(stage, 'milk')
      stage.now += RING_AFTER_MS / 2
      await writeNote(stage, 'bread')
      stage.die()
      stage.now += RING_AFTER_MS / 2
      await stage.ring()
      expect(await askNotes(stage)).toMatchObject({ value: ['milk', 'bread', 'milk is due'] })
      stage.now += RING_AFTER_MS / 2
      await stage.ring()
      expect(await askNotes(stage)).toMatchObject({ value: ['milk', 'bread', 'milk is due', 'bread is due'] })
    }))

  test('news under its name, in events and in the snapshot', () =>
    withNotes(async (stage) => {
      stage.isHeard = true
      await writeNote(stage, 'milk')
      expect(stage.heard.at(-1)).toMatchObject({ type: 'event', balances: [], notes: { notes: ['milk'] } })
      expect(stage.heard.at(-1)).not.toHaveProperty('spot')
      expect(await stage.catchUp(null)).toMatchObject([{ type: 'snapshot', notes: { notes: ['milk'] } }])
    }))

  test('a place in the check of the books', () =>
    withNotes(async (stage) => {
      await writeNote(stage, 'wrong')
      expect(await stage.verify()).toMatchObject({ isSound: false, problems: ['a note is wrong'] })
      stage.store.run('DELETE FROM note')
    }))
})

describe('what fails leaves nothing', () => {
  test('of a command over tables that throws after its first write', () =>
    withNotes(async (stage) => {
      const alarmBefore = stage.alarmAt
      await expect(writeNote(stage, 'broken')).rejects.toThrow('the pen broke')
      expect(await askNotes(stage)).toEqual({ ok: true, value: [] })
      expect(stage.store.rows("SELECT * FROM timer WHERE kind = 'note_due'")).toEqual([])
      expect(stage.store.rows("SELECT * FROM command WHERE content LIKE '%broken%'")).toEqual([])
      expect(stage.alarmAt).toBe(alarmBefore)
    }))

  test('of a command in the log that throws after it moved money', () =>
    withNotes(async (stage) => {
      const before = await stage.balances()
      const tip = (isBroken: boolean) => stage.askAnything({ type: 'tip', commandId: 'a-tip', ...{ isBroken } })
      await expect(tip(true)).rejects.toThrow('the purse broke')
      expect(await stage.balances()).toEqual(before)
      // The failed command isn't remembered: its id is free.
      expect(await tip(false)).toEqual({ ok: true, value: null })
      expect(await stage.balances()).toMatchObject({ 'change:3': ['999000000', '0'] })
    }))
})

describe('a registry refuses', () => {
  const nameOf = (features: ConstructorParameters<typeof Registry>[0]) => () => new Registry(features)
  const bare = { open: () => null }

  test('two features of one name, and two that take the same command, query, request or timer', () => {
    expect(nameOf(WITH_NOTES)).not.toThrow()
    expect(nameOf([...FEATURES, feature({ ...bare, name: 'spot' })])).toThrow('feature spot')
    const taking = (part: object) => nameOf([...WITH_NOTES, feature({ ...bare, name: 'other', ...part })])
    expect(taking({ commands: notes.commands })).toThrow('command write_note')
    expect(taking({ queries: notes.queries })).toThrow('query notes')
    expect(taking({ system: notes.system })).toThrow('system request count_notes')
    expect(taking({ timers: { note_due: { run: () => undefined } } })).toThrow('timer note_due')
    expect(taking({ queries: { tip: notes.queries.notes } })).toThrow('tip is a command or a query')
  })

  test('what takes a name of the centre', () => {
    const taking = (part: object) => nameOf([...FEATURES, feature({ ...bare, name: 'other', ...part })])
    expect(taking({ timers: { prune: { run: () => undefined } } })).toThrow('timer prune')
    expect(taking({ system: { verify: notes.system.count_notes } })).toThrow('system request verify')
  })

  test('a list in which nobody lends what others use', () => {
    expect(nameOf(FEATURES.filter(({ name }) => name !== 'messages'))).toThrow('a feature provides notices')
  })
})
