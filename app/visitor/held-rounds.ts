// Rounds of prices that this browser has held since its orders were answered: the log must show the same later.

import { type OwnStorage, keep, ownStorage, parseStored, readStored } from './stored-text'

const KEY = 'held_rounds'
const HELD_MAX = 50
/** As the log hashes a round: number, time in milliseconds, symbol of a late tick, digest. */
const ROUND = /^([1-9]\d{0,14})\|(\d{1,16})\|[^|\n]{0,40}\|[0-9a-f]{64}$/

export interface HeldRound {
  readonly no: string
  readonly at: number
  readonly text: string
}

export function readRound(text: string): HeldRound | null {
  const [, no, at] = ROUND.exec(text) ?? []
  return no === undefined || at === undefined ? null : { no, at: parseInt(at, 10), text }
}

/** Newest first. */
export function heldRounds(storage: OwnStorage | null = ownStorage()): readonly HeldRound[] {
  const stored = parseStored(readStored(KEY, storage))
  const texts: readonly unknown[] = Array.isArray(stored) ? stored : []
  return texts.flatMap((text) => (typeof text === 'string' ? (readRound(text) ?? []) : []))
}

/** A second order of one round adds nothing. */
export function holdRound(text: string, storage: OwnStorage | null = ownStorage()): void {
  if (readRound(text) === null) return
  const others = heldRounds(storage).filter((round) => round.text !== text)
  keep(KEY, JSON.stringify([text, ...others.map((round) => round.text)].slice(0, HELD_MAX)), storage)
}
