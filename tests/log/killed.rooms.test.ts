// The log is killed at every step of appending and signing: it ends with the leaves and signatures of a log that nothing disturbed.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { logMigrations } from '#db/log/migrations'
import { NOTE_KEY } from '#domain/log/note'
import { TransparencyLog } from '#party/log/transparency-log'
import { migrate } from '#party/lib/migrations'
import { type Store, openStore } from '#party/lib/store'
import { LONG } from '../kit/long'
import { sha256, signWith, testKey, verifySignature } from './crypto'

const AT = Date.parse('2026-11-21T09:00:00Z')
const KEY = testKey('cm.example/log', NOTE_KEY, 1)
const CRYPTO = { sha256, verify: verifySignature }
const KILLS = LONG ? 50 : 30
const PER_BATCH = 9

/** Counts down over writes and signatures; at zero the room dies. */
class Fuse {
  steps = Infinity
  readonly burn = (): void => {
    this.steps -= 1
    if (this.steps === 0) throw new Error('killed')
  }
}

const open = (store: Store, { burn }: Fuse): TransparencyLog =>
  new TransparencyLog(store, CRYPTO, {
    now: {
      key: KEY.key,
      sign: (message) => {
        burn()
        return signWith(KEY.seed, message)
      },
    },
    before: null,
  })

const batch = (number: number) =>
  Array.from({ length: PER_BATCH }, (_, index) => ({
    ...{ source: 'receipt', number: number * PER_BATCH + index + 1 },
    body: String(number * PER_BATCH + index).padStart(64, '0'),
  }))

/** Leaves and signed checkpoints after all batches, each killed at `stepOf` of it. */
async function run(name: string, stepOf: (number: number) => number): Promise<readonly unknown[]> {
  const room = env.Log.get(env.Log.idFromName(name))
  return runInDurableObject(room, (_, state) => {
    const fuse = new Fuse()
    const store = openStore(state.storage, fuse.burn)
    migrate(store, logMigrations)
    let [log, killed] = [open(store, fuse), 0]
    for (let number = 0; number < KILLS; number += 1) {
      const size = log.size
      fuse.steps = stepOf(number)
      try {
        log.append(batch(number), AT + number)
      } catch {
        killed += 1
        fuse.steps = Infinity
        log = open(store, fuse)
        expect([log.size, log.head(null)?.size]).toEqual([size, size])
        log.append(batch(number), AT + number)
      }
      fuse.steps = Infinity
    }
    return [
      killed,
      store.rows('SELECT * FROM leaf ORDER BY no'),
      store.rows('SELECT size, signature FROM checkpoint ORDER BY size'),
    ]
  })
}

test(`killed ${KILLS} times, at each step of appending and signing, it signs each size once and as if nothing had happened`, async () => {
  const [none, leaves, checkpoints] = await run('undisturbed', () => Infinity)
  // A batch of nine takes about thirty steps: its beginning, three writes for each leaf, a signature, a checkpoint.
  const [killed, ...rest] = await run('killed', (number) => (number % 29) + 1)
  expect([none, killed]).toEqual([0, KILLS])
  expect(rest).toEqual([leaves, checkpoints])
  expect(leaves).toHaveLength(1 + KILLS * PER_BATCH)
})
