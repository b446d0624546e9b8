import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { logMigrations } from '#db/log/migrations'
import { fromHex, utf8 } from '#domain/log/bytes'
import { openCheckpoint, restoredFrom } from '#domain/log/checkpoint'
import { roundsLeaf } from '#domain/log/leaf'
import { NOTE_KEY, type PublicKey } from '#domain/log/note'
import { isConsistent, leafHash, rootFromInclusion } from '#domain/log/tree'
import { TransparencyLog } from '#party/log/transparency-log'
import { migrate } from '#party/lib/migrations'
import { type Store, openStore } from '#party/lib/store'
import { sha256, signWith, testKey, verifySignature } from './crypto'

const CRYPTO = { sha256, verify: verifySignature }
const AT = Date.parse('2026-11-21T09:00:00Z')
const [first, second, third] = [1, 2, 3].map((letter) => testKey('cm.example/log', NOTE_KEY, letter)) as [
  ReturnType<typeof testKey>,
  ReturnType<typeof testKey>,
  ReturnType<typeof testKey>,
]
const signerOf = ({ seed, key }: ReturnType<typeof testKey>) => ({
  key,
  sign: (message: Uint8Array) => signWith(seed, message),
})

let rooms = 0
async function withStore(story: (store: Store, bytes: () => number) => void): Promise<void> {
  rooms += 1
  const room = env.Log.get(env.Log.idFromName(`book ${rooms}`))
  await runInDurableObject(room, (_, state) => {
    const store = openStore(state.storage)
    migrate(store, logMigrations)
    story(store, () => state.storage.sql.databaseSize)
  })
}

const open = (store: Store, now = first, before: typeof first | null = null): TransparencyLog =>
  new TransparencyLog(store, CRYPTO, { now: signerOf(now), before: before && signerOf(before) })

const receipt = (number: number) => ({ source: 'receipt', number, body: number.toString(16).padStart(64, '0') })

const hashes = (path: readonly string[]): Uint8Array[] => path.map((hex) => fromHex(hex) ?? new Uint8Array())

function checkpointOf(log: TransparencyLog, size: number | null = null, key: PublicKey = log.key) {
  const head = log.head(size)
  const checkpoint = head && openCheckpoint(verifySignature, head.checkpoint, key)
  if (!head || !checkpoint) throw new Error(`no checkpoint of ${size}`)
  return { ...checkpoint, text: head.checkpoint }
}

describe('the log', () => {
  test('begins with its key, signed from the first leaf on', () =>
    withStore((store) => {
      const log = open(store)
      expect(log.size).toBe(1)
      expect(checkpointOf(log).size).toBe(1)
      expect(log.leaves(0, 10)).toMatchObject([{ source: 'key', number: 1 }])
    }))

  test('takes each number once, and signs each size once, also after a restart', () =>
    withStore((store) => {
      open(store).append([receipt(1), receipt(2)], AT)
      const before = checkpointOf(open(store)).text
      const again = open(store)
      again.append([receipt(1), receipt(2)], AT + 1)
      again.append([], AT + 2)
      expect(again.size).toBe(3)
      expect(checkpointOf(again).text).toBe(before)
      expect(store.rows('SELECT size FROM checkpoint')).toHaveLength(2)
      again.append([receipt(2), receipt(3)], AT + 3)
      expect(again.leaves(0, 10).map(({ number }) => number)).toEqual([1, 1, 2, 3])
    }))

  test('proves every leaf of 700, and every checkpoint as the beginning of later ones', () =>
    withStore((store) => {
      const log = open(store)
      for (let number = 1; number < 700; number += 50)
        log.append(
          Array.from({ length: 50 }, (_, index) => receipt(number + index)),
          AT + number,
        )
      const sizes = store.rows<{ size: number }>('SELECT size FROM checkpoint ORDER BY size').map(({ size }) => size)
      const newest = checkpointOf(log)
      expect(newest.size).toBe(701)
      for (let no = 0; no < newest.size; no += 7) {
        const proof = log.inclusion(no, null)
        if (!proof) throw new Error(`no proof of ${no}`)
        const leaf = leafHash(sha256, utf8(proof.text))
        const root = rootFromInclusion(sha256, { leaf, index: no, size: proof.size, path: hashes(proof.path) })
        expect(root).toEqual(newest.root)
      }
      for (const size of sizes) {
        const proof = log.consistency(size, newest.size)
        expect(isConsistent(sha256, checkpointOf(log, size), newest, hashes(proof?.path ?? []))).toBe(true)
      }
      expect(log.consistency(2, newest.size)).toBeNull()
      expect(log.inclusion(newest.size, null)).toBeNull()
    }))

  test('holds nothing of a turn that failed, and goes on as if it had not been', () =>
    withStore((store) => {
      const log = open(store)
      let isBroken = true
      const key = signerOf(first)
      const fragile = new TransparencyLog(store, CRYPTO, {
        now: {
          ...key,
          sign: (message) => {
            if (isBroken) throw new Error('killed while signing')
            return key.sign(message)
          },
        },
        before: null,
      })
      expect(() => fragile.append([receipt(1)], AT)).toThrow('killed')
      expect([fragile.size, fragile.upTo('receipt'), open(store).size]).toEqual([1, 0, 1])
      isBroken = false
      fragile.append([receipt(1)], AT)
      expect([fragile.size, fragile.upTo('receipt')]).toEqual([2, 1])
      expect(log.head(2)).not.toBeNull()
    }))

  test('refuses any change of what is written', () =>
    withStore((store) => {
      open(store).append([receipt(1)], AT)
      for (const change of [
        "UPDATE leaf SET body = 'other'",
        'DELETE FROM leaf',
        'UPDATE checkpoint SET at = 0',
        'DELETE FROM checkpoint WHERE size = 1',
      ])
        expect(() => store.run(change)).toThrow()
    }))

  test('changes its key by a leaf that both sign; older checkpoints stay as they were', () =>
    withStore((store) => {
      open(store).append([receipt(1)], AT)
      const before = checkpointOf(open(store)).text
      expect(() => open(store, second)).toThrow('needs the stored one before')
      expect(() => open(store, second, third)).toThrow('needs the stored one before')
      const book = open(store, second, first)
      expect(book.leaves(0, 10).map(({ source }) => source)).toEqual(['key', 'receipt', 'key'])
      expect(checkpointOf(book).size).toBe(3)
      expect(checkpointOf(book, 2, first.key).text).toBe(before)
      expect(open(store, second).size).toBe(3)
      expect(() => open(store, first)).toThrow('needs the stored one before')
    }))

  test('restored from a backup goes on under another name, by a leaf that says from where', () =>
    withStore((store) => {
      open(store).append([receipt(1)], AT)
      const before = checkpointOf(open(store))
      const restore = (at: number) =>
        store.run(`INSERT OR REPLACE INTO source (name, up_to, newest) VALUES ('restored', ${at}, '')`)
      restore(AT + 1)
      const book = open(store)
      expect(book.key.name).toBe(`cm.example/log/restored/${AT + 1}`)
      expect(checkpointOf(book).size).toBe(3)
      expect(restoredFrom(book.leaves(2, 1)[0]?.body ?? '')).toMatchObject({ size: 2, root: before.root })
      expect(checkpointOf(book, 2, first.key).text).toBe(before.text)
      book.append([receipt(2)], AT + 2)
      expect(open(store).size).toBe(4)
      // A new key later keeps the name and restores nothing; a second restore names the first.
      const rotated = open(store, second, first)
      expect(rotated.key.name).toBe(book.key.name)
      expect(restoredFrom(rotated.leaves(4, 1)[0]?.body ?? '')).toBeNull()
      restore(AT + 9)
      const again = open(store, second)
      expect(again.key.name).toBe(`cm.example/log/restored/${AT + 9}`)
      expect(restoredFrom(again.leaves(5, 1)[0]?.body ?? '')?.size).toBe(5)
      expect(open(store, second).size).toBe(6)
      restore(AT + 10)
      expect(() => open(store, third, first)).toThrow('needs the stored one before')
      expect(open(store, third, second).key.name).toBe(`cm.example/log/restored/${AT + 10}`)
    }))

  test('takes at most 200 bytes a minute for rounds', () =>
    withStore((store, bytes) => {
      const log = open(store)
      const digest = 'a'.repeat(64)
      const before = bytes()
      const minutes = 800
      // Numbers as after years.
      for (let minute = 0; minute < minutes; minute += 1) {
        const no = 200_000_000 + minute * 60
        const round = { no, at: AT + minute * 60_000, lateSymbol: null, digest }
        const held = [round, { ...round, no: no + 59 }]
        log.append([roundsLeaf(sha256, held, AT + (minute - 1) * 60_000)], AT + minute * 60_000)
      }
      expect((bytes() - before) / minutes).toBeLessThanOrEqual(200)
    }))
})
