// What a browser keeps of the log: the newest checkpoint it saw, compared at each visit.

import { describe, expect, test } from 'vitest'
import { compareLog, forgetLog } from '../../app/visitor/stored-checkpoint'
import { testKey } from './crypto'
import { COSIGNATURE_KEY } from '#domain/log/note'
import { feed, logOf, option } from './logged-option'

const WITNESS = testKey('witness.example', COSIGNATURE_KEY, 5)

const browser = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const rounds = feed(120)
const [log, other] = [logOf(rounds, option(rounds, 50)), logOf(feed(120, [], 62_000), option(rounds, 50))]
const of = (size: number, from = log) => from.cosigned(size, WITNESS, 1)
const answers = (from: typeof log, checkpoint = (size: number): string | null => of(size, from)) => ({
  checkpoint: (size: number) => Promise.resolve(checkpoint(size)),
  consistency: (first: number, last: number) => Promise.resolve(from.consistency(first, last).path),
})
const silence = () => Promise.reject(new Error('no answer'))
const silent = { checkpoint: silence, consistency: silence }
const gone = answers(log, () => null)

describe('a browser', () => {
  test('keeps the first checkpoint it sees, and each newer one of the same log', async () => {
    const storage = browser()
    expect(await compareLog(of(3), silent, storage)).toEqual({ isOneLog: true, size: 3 })
    expect(await compareLog(of(3), silent, storage)).toEqual({ isOneLog: true, size: 3 })
    expect(await compareLog(of(5), answers(log), storage)).toEqual({ isOneLog: true, size: 5 })
    // An older one, of a cache, takes nothing back.
    expect(await compareLog(of(4), answers(log), storage)).toEqual({ isOneLog: true, size: 5 })
  })

  test('says when a checkpoint of the kept size has another root, and goes on saying so', async () => {
    const storage = browser()
    await compareLog(of(4), silent, storage)
    const contradiction = { isOneLog: false, isRestored: false, size: 4, stored: of(4), shown: of(4, other) }
    expect(await compareLog(of(4, other), silent, storage)).toEqual(contradiction)
    expect(await compareLog(of(5, other), answers(other), storage)).toEqual(contradiction)
    forgetLog(storage)
    expect(await compareLog(of(5, other), silent, storage)).toEqual({ isOneLog: true, size: 5 })
  })

  test('says that the log was restored from a backup, where its name says so', async () => {
    const storage = browser()
    await compareLog(of(5), silent, storage)
    const restored = of(4).replaceAll('cm.example/log', 'cm.example/log/restored/1800000000000')
    expect(await compareLog(restored, gone, storage)).toMatchObject({ isOneLog: false, isRestored: true, size: 5 })
    // A restore that kept what this browser has seen contradicts nothing.
    const other = browser()
    await compareLog(of(3), silent, other)
    expect(await compareLog(restored, answers(log), other)).toEqual({ isOneLog: true, size: 4 })
    expect(await compareLog(restored, silent, other)).toEqual({ isOneLog: true, size: 4 })
  })

  test('says when what is shown does not continue the kept checkpoint, though the site still shows that one too', async () => {
    const both = { ...answers(other), checkpoint: (size: number) => Promise.resolve(of(size)) }
    for (const site of [both, { ...both, consistency: () => Promise.resolve(null) }]) {
      const storage = browser()
      await compareLog(of(3), silent, storage)
      const contradiction = { isOneLog: false, isRestored: false, size: 3, stored: of(3), shown: of(5, other) }
      expect(await compareLog(of(5, other), site, storage)).toEqual(contradiction)
      expect(await compareLog(of(5), answers(log), storage)).toEqual({ isOneLog: true, size: 5 })
      // Fewer leaves, and not the first of the kept ones: a fork of before, under another name.
      const renamed = of(4, other).replaceAll('cm.example/log', 'cm.example/log/restored/1800000000000')
      expect(await compareLog(renamed, both, storage)).toMatchObject({ isOneLog: false, isRestored: true, size: 5 })
    }
  })

  test('says when the kept checkpoint is gone from the log', async () => {
    const storage = browser()
    await compareLog(of(5), silent, storage)
    expect(await compareLog(of(4), gone, storage)).toMatchObject({ isOneLog: false, size: 5, shown: null })
  })

  test('says nothing of what is no checkpoint, and keeps what it has while the site is silent', async () => {
    const storage = browser()
    expect(await compareLog('no checkpoint', silent, storage)).toBeNull()
    await compareLog(of(4), silent, storage)
    await expect(compareLog(of(5), silent, storage)).rejects.toThrow('no answer')
    expect(await compareLog(of(4), silent, storage)).toEqual({ isOneLog: true, size: 4 })
    expect(await compareLog(of(5), answers(log), null)).toEqual({ isOneLog: true, size: 5 })
  })
})
