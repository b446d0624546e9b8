// Rounds of prices that a browser holds since its orders.

import { expect, test } from 'vitest'
import { heldRounds, holdRound, readRound } from '../../app/visitor/held-rounds'

const browser = (kept = new Map<string, string>()) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
  removeItem: (key: string) => void kept.delete(key),
})
const round = (no: number) => `${no}|${1_800_000_000_000 + no * 1_000}||${'a'.repeat(64)}`

test('the newest round stands first, each once, fifty at most', () => {
  const storage = browser()
  for (let no = 1; no <= 60; no += 1) holdRound(round(no), storage)
  holdRound(round(40), storage)
  const held = heldRounds(storage)
  expect(held).toHaveLength(50)
  expect(held.slice(0, 2).map(({ no }) => no)).toEqual(['40', '60'])
  expect(held[0]).toEqual({ no: '40', at: 1_800_000_040_000, text: round(40) })
})

test('what is no round is neither read nor held', () => {
  const storage = browser(new Map([['held_rounds', '["x", 7, null]']]))
  for (const text of ['', 'x', '0|1||', `${round(1)}0`, `1|2|BTC\n|${'a'.repeat(64)}`]) {
    expect(readRound(text)).toBeNull()
    holdRound(text, storage)
  }
  expect(heldRounds(storage)).toEqual([])
  expect(heldRounds(browser(new Map([['held_rounds', 'no JSON']])))).toEqual([])
  expect(heldRounds(null)).toEqual([])
})
