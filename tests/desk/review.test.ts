// What stands in the desk's queue: whose turn it is, what is over, and how many people it took.

import { describe, expect, test } from 'vitest'
import {
  APPROVALS_NEEDED,
  DECIDED_STATES,
  REVIEW_KINDS,
  REVIEW_STATES,
  WAITING_STATES,
  hasEnoughApprovers,
  isOver,
  isWaiting,
} from '#domain/desk/review'

describe('a review', () => {
  test('waits, is decided, or was taken back: each state is one of them', () => {
    expect([...WAITING_STATES, ...DECIDED_STATES, 'cancelled'].sort()).toEqual([...REVIEW_STATES].sort())
    expect(REVIEW_STATES.filter(isWaiting)).toEqual(WAITING_STATES)
  })

  test('that was taken back is over, though nobody has decided it', () => {
    expect(REVIEW_STATES.filter(isOver)).toEqual([...DECIDED_STATES, 'cancelled'])
  })

  test.each(REVIEW_KINDS)('of the kind %s is approved by as many different people as it takes', (kind) => {
    const needed = APPROVALS_NEEDED[kind]
    const people = Array.from({ length: needed }, (_, index) => index + 1)
    expect(hasEnoughApprovers({ kind, by: people })).toBe(true)
    expect(hasEnoughApprovers({ kind, by: people.slice(1) })).toBe(false)
    // Who says it twice is one.
    expect(hasEnoughApprovers({ kind, by: people.map(() => 1) })).toBe(needed === 1)
  })
})
