// Witnesses of a log: each with a state of its own, none with another's.

import { describe, expect, test } from 'vitest'
import * as bytes from '#domain/log/bytes'
import * as checkpoints from '#domain/log/checkpoint'
import * as leaves from '#domain/log/leaf'
import * as notes from '#domain/log/note'
import * as trees from '#domain/log/tree'
import { Fork, Restored, makeWitness } from '../../scripts/lib/witness.mjs'
import { type TestKey, sha256, signNote, signWith, testKey, verifySignature } from './crypto'

const { COSIGNATURE_KEY, NOTE_KEY, readNote, writeNote, writePublicKey } = notes
const LOG = { ...bytes, ...checkpoints, ...leaves, ...notes, ...trees }
const ORIGIN = 'cm.example/log'
const [first, second, thief] = [
  testKey(ORIGIN, NOTE_KEY, 1),
  testKey(ORIGIN, NOTE_KEY, 2),
  testKey(ORIGIN, NOTE_KEY, 3),
]

/** A site's log in memory. */
function site(from: readonly leaves.Leaf[] = []) {
  const all = [...from]
  const ranges = () =>
    trees.rangesOf(
      sha256,
      all.map((leaf) => leaves.hashOfLeaf(sha256, leaf)),
    )
  let signer = first
  return {
    all,
    signBy: (key: TestKey) => (signer = key),
    grow: (count: number, word = '') => {
      for (let index = 0; index < count; index += 1)
        all.push({ source: 'receipt', number: all.length + 1, body: `${word}${all.length}` })
    },
    ask: (path: string): Promise<unknown> => {
      const { pathname, searchParams } = new URL(path, 'https://cm.example/')
      const number = (name: string) => parseInt(searchParams.get(name) ?? '0', 10)
      const hex = (proof: readonly Uint8Array[]) => ({ path: proof.map(bytes.toHex) })
      if (pathname === '/consistency')
        return Promise.resolve(hex(trees.consistencyProof(ranges(), number('from'), number('to'))))
      if (pathname === '/inclusion')
        return Promise.resolve(hex(trees.inclusionProof(ranges(), number('leaf'), number('size'))))
      if (pathname === '/leaves') return Promise.resolve(all.map((leaf, no) => ({ no, ...leaf })).slice(number('from')))
      const text = checkpoints.writeCheckpoint({
        origin: signer.key.name,
        size: all.length,
        root: ranges()(0, all.length),
      })
      return Promise.resolve({ checkpoint: writeNote({ text, signatures: [signNote(signer, text)] }) })
    },
  }
}

interface State {
  logKey: string
  cosigned: string | null
  refused: string | null
  isRestored?: boolean
  lastRound?: number | null
  lastRoundAt?: number | null
}

/** A witness whose state outlives it, as its file does. */
function witnessOf(letter: number, ask: (path: string) => Promise<unknown>) {
  const { key, seed } = testKey(`witness.example/${letter}`, COSIGNATURE_KEY, letter)
  let state: State = { logKey: writePublicKey(first.key), cosigned: null, refused: null }
  const reported: string[] = []
  const report = (words: string) => reported.push(words)
  const save = (next: State) => (state = next)
  const crypto = { sha256, verify: verifySignature, sign: (message: Uint8Array) => signWith(seed, message) }
  return {
    key,
    state: () => state,
    reported,
    /** Each look is a new process. */
    look: (at: (path: string) => Promise<unknown> = ask, seconds = 1_800_000_000): Promise<string> =>
      makeWitness({ log: LOG, crypto, key, ask: at, state, save, report }).look(seconds),
  }
}

const sizeOf = (note: string): string | undefined => note.split('\n')[1]

describe('two witnesses', () => {
  test('cosign what grows, and both cosignatures stand under one checkpoint', async () => {
    const log = site()
    const [one, two] = [witnessOf(11, log.ask), witnessOf(12, log.ask)]
    for (const count of [1, 6, 1, 300]) {
      log.grow(count)
      const [left = '', right = ''] = await Promise.all([one.look(), two.look()])
      expect([sizeOf(left), sizeOf(right)]).toEqual([String(log.all.length), String(log.all.length)])
      const [mine, other] = [readNote(left), readNote(right)]
      if (!mine || !other) throw new Error('no note')
      expect(mine.text).toBe(other.text)
      const both = { text: mine.text, signatures: [...mine.signatures, ...other.signatures] }
      expect([one, two].map(({ key }) => checkpoints.cosignedAt(verifySignature, both, key))).toEqual([
        1_800_000_000, 1_800_000_000,
      ])
      expect(checkpoints.openCheckpoint(verifySignature, writeNote(both), first.key)).not.toBeNull()
    }
  })

  test('that were shown different sides of a fork each refuse the other side, for ever', async () => {
    const log = site()
    log.grow(5)
    const [one, two] = [witnessOf(11, log.ask), witnessOf(12, log.ask)]
    await Promise.all([one.look(), two.look()])
    const fork = site(log.all)
    log.grow(3)
    fork.grow(4, 'other ')
    await one.look()
    await two.look(fork.ask)
    const before = [one.state().cosigned, two.state().cosigned]
    log.grow(9)
    await expect(one.look(fork.ask)).rejects.toThrow(Fork)
    await expect(two.look()).rejects.toThrow('do not begin with the 9 that were cosigned')
    // What they saw is remembered, also when the site shows the first side again.
    await expect(one.look()).rejects.toThrow(Fork)
    expect([one.state().cosigned, two.state().cosigned]).toEqual(before)
  })
})

describe('a witness refuses', () => {
  const cosigned = async () => {
    const log = site()
    log.grow(20)
    const witness = witnessOf(11, log.ask)
    await witness.look()
    return { log, witness }
  }

  test.each([...Array(20).keys()])('a log whose leaf %i was changed', async (no) => {
    const { log, witness } = await cosigned()
    const changed = site(log.all.map((leaf, index) => (index === no ? { ...leaf, body: 'rewritten' } : leaf)))
    await expect(witness.look(changed.ask)).rejects.toThrow('two roots of 20 leaves')
    const { log: again, witness: other } = await cosigned()
    const grown = site(again.all.map((leaf, index) => (index === no ? { ...leaf, body: 'rewritten' } : leaf)))
    grown.grow(13)
    await expect(other.look(grown.ask)).rejects.toThrow(Fork)
  })

  test('a log that lost a leaf, or had one put in', async () => {
    const { log, witness } = await cosigned()
    await expect(witness.look(site(log.all.slice(0, 19)).ask)).rejects.toThrow('20 leaves and now shows 19')
    const { log: again, witness: other } = await cosigned()
    const [head = { source: 'receipt', number: 1, body: '' }, ...rest] = again.all
    await expect(other.look(site([head, head, ...rest]).ask)).rejects.toThrow(Fork)
  })

  test('a checkpoint by another key, and goes on with the log when that comes back', async () => {
    const { log, witness } = await cosigned()
    log.signBy(thief)
    await expect(witness.look()).rejects.toThrow('not signed by the key of the log')
    log.signBy(first)
    log.grow(1)
    expect(sizeOf(await witness.look())).toBe('21')
  })
})

describe('a new key', () => {
  const handOver = (by: readonly TestKey[]): leaves.Leaf => {
    const text = checkpoints.keyText(ORIGIN, writePublicKey(first.key), writePublicKey(second.key))
    return { source: 'key', number: 2, body: writeNote({ text, signatures: by.map((key) => signNote(key, text)) }) }
  }

  test.each([
    ['signed by both is followed', [first, second], true],
    ['that the old one did not sign is refused', [second], false],
    ['that only the old one signed is refused', [first], false],
  ])('%s', async (_, by, isTaken) => {
    const log = site()
    log.grow(3)
    const witness = witnessOf(11, log.ask)
    await witness.look()
    log.all.push(handOver(by))
    log.signBy(second)
    log.grow(2)
    if (isTaken) expect(sizeOf(await witness.look())).toBe('6')
    else await expect(witness.look()).rejects.toThrow('not signed by the key of the log')
    expect(witness.state().logKey).toBe(writePublicKey((isTaken ? second : first).key))
  })
})

describe('rounds of the feed', () => {
  const rounds = (first: number, last: number): leaves.Leaf =>
    leaves.roundsLeaf(
      sha256,
      Array.from({ length: last - first + 1 }, (_, index) => ({
        ...{ no: first + index, at: 1_000 * (first + index), lateSymbol: null, digest: 'a'.repeat(64) },
      })),
    )
  const back: leaves.Leaf = { source: 'rollback', number: 1, body: 'rounds 120' }

  test.each([
    ['that ascend are cosigned', [rounds(121, 180), rounds(181, 181)], null],
    ['of which some are skipped are refused', [rounds(122, 180)], 'after round 120 it logged round 122'],
    ['that are logged again are refused', [rounds(120, 180)], 'after round 120 it logged round 120'],
    ['that are logged again after the feed went back are cosigned', [back, rounds(61, 180), rounds(181, 190)], null],
    [
      'that are skipped after the feed went back are refused',
      [back, rounds(61, 99), rounds(101, 120)],
      'after round 99',
    ],
  ])('%s', async (_, more, words) => {
    const log = site()
    log.grow(2)
    const witness = witnessOf(11, log.ask)
    await witness.look()
    log.all.push(rounds(1, 60), rounds(61, 120))
    await witness.look()
    expect(witness.state().lastRound).toBe(120)
    log.all.push(...more)
    if (words === null) expect(sizeOf(await witness.look())).toBe(String(log.all.length))
    else {
      await expect(witness.look()).rejects.toThrow(words)
      await expect(witness.look()).rejects.toThrow(Fork)
    }
  })

  test('whose times do not ascend are reported, and so is one that is not of its leaf', async () => {
    const of = (first: number, at: number) =>
      [0, 1, 2].map((index) => ({
        ...{ no: first + index, at: at + 1_000 * index, lateSymbol: null, digest: 'a'.repeat(64) },
      }))
    const sets = [of(1, 10_000), of(4, 13_000), of(7, 12_000), of(10, 19_000)]
    const log = site()
    log.grow(2)
    const ask = (path: string): Promise<unknown> => {
      const no = parseInt(/^round\?round=(\d+)$/.exec(path)?.[1] ?? '0', 10)
      const held = sets.find((rounds) => rounds.at(-1)?.no === no)
      if (!held) return log.ask(path)
      const { lateSymbol, ...round } = held[2] ?? { lateSymbol: null }
      const hashes = held.map((each) => leaves.hashOfRound(sha256, each))
      const proof = trees.inclusionProof(trees.rangesOf(sha256, hashes), 2, 3).map(bytes.toHex)
      const isMoved = no === 12
      return Promise.resolve({ round: { ...round, late_symbol: lateSymbol, ...(isMoved && { at: 1 }) }, path: proof })
    }
    const witness = witnessOf(11, log.ask)
    await witness.look(ask)
    for (const rounds of sets) {
      log.all.push(leaves.roundsLeaf(sha256, rounds))
      expect(sizeOf(await witness.look(ask))).toBe(String(log.all.length))
    }
    expect(witness.reported).toEqual([
      'round 9 is of 14000, and one before it of 15000: a round was moved in time',
      'round 12 is not the one of its leaf',
    ])
  })

  test('that are not in the log of the checkpoint are not believed', async () => {
    const log = site()
    log.grow(2)
    const witness = witnessOf(11, log.ask)
    await witness.look()
    log.all.push(rounds(1, 60))
    const lying = async (path: string): Promise<unknown> => {
      const answer = await log.ask(path)
      return path.startsWith('leaves') ? [{ no: 2, ...rounds(1, 59) }] : answer
    }
    await expect(witness.look(lying)).rejects.toThrow('leaf 2 is not the one of its checkpoint')
  })
})

describe('a restored log', () => {
  const anew = testKey(checkpoints.restoredName(ORIGIN, 1_800_000_000_000), NOTE_KEY, 1)

  /** What `size` leaves of a log become, restored. */
  function restored(from: readonly leaves.Leaf[], size: number, said = size, by = [first, anew]) {
    const log = site(from.slice(0, size))
    const root = trees.rangesOf(
      sha256,
      log.all.map((leaf) => leaves.hashOfLeaf(sha256, leaf)),
    )(0, Math.min(said, size))
    const names = [first, anew].map(({ key }) => writePublicKey(key)) as [string, string]
    const text = checkpoints.keyText(anew.key.name, ...names, { size: said, root })
    log.all.push({
      source: 'key',
      number: 2,
      body: writeNote({ text, signatures: by.map((key) => signNote(key, text)) }),
    })
    log.signBy(anew)
    return log
  }

  const two = async (log: ReturnType<typeof site>) => {
    const [one, other] = [witnessOf(11, log.ask), witnessOf(12, log.ask)]
    await one.look()
    log.grow(4)
    await other.look()
    return [one, other] as const
  }

  test('is followed by a witness that lost nothing, and refused in words by one that did, for ever', async () => {
    const log = site()
    log.grow(10)
    const [one, other] = await two(log)
    const now = restored(log.all, 12)
    now.grow(7, 'other ')
    expect(sizeOf(await one.look(now.ask))).toBe('20')
    expect(one.state().logKey).toBe(writePublicKey(anew.key))
    const words = 'restored from a backup of 12 leaves, and 2 of the 14 that were cosigned are gone'
    await expect(other.look(now.ask)).rejects.toThrow(words)
    await expect(other.look(now.ask)).rejects.toThrow(Restored)
    await expect(other.look()).rejects.toThrow(Restored)
    // It still has fewer leaves than were cosigned, and says that it was restored.
    const short = restored(log.all, 12)
    await expect((await two(site(log.all.slice(0, 10))))[1].look(short.ask)).rejects.toThrow(Restored)
  })

  test('that hides it, or continues something else than it says, is a fork or is not cosigned', async () => {
    const log = site()
    log.grow(10)
    const [, other] = await two(log)
    const hidden = restored(log.all, 12)
    hidden.signBy(first)
    await expect(other.look(hidden.ask)).rejects.toThrow('14 leaves and now shows 13')
    for (const said of [11, 13]) {
      const [one] = await two(site(log.all.slice(0, 10)))
      const wrong = restored(log.all, 12, said)
      wrong.grow(5)
      await expect(one.look(wrong.ask)).rejects.toThrow('does not begin with what it says')
    }
    const [one] = await two(site(log.all.slice(0, 10)))
    const alone = restored(log.all, 12, 12, [anew])
    await expect(one.look(alone.ask)).rejects.toThrow('not signed by the key of the log')
    const changed = restored([{ source: 'receipt', number: 1, body: 'rewritten' }, ...log.all.slice(1)], 12)
    await expect(one.look(changed.ask)).rejects.toThrow('do not begin with the 10 that were cosigned')
  })
})
