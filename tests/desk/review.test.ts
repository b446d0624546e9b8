// States of reviews: waiting or finished.

import { describe, expect, test } from 'vitest'
import { DECIDED_STATES, REVIEW_STATES, WAITING_STATES, isOver, isWaiting } from '#domain/desk/review'

describe('a review', () => {
  test('waits, is decided, or was taken back: each state is one of them', () => {
    expect([...WAITING_STATES, ...DECIDED_STATES, 'cancelled'].sort()).toEqual([...REVIEW_STATES].sort())
    expect(REVIEW_STATES.filter(isWaiting)).toEqual(WAITING_STATES)
  })

  test('that was taken back is over, though nobody has decided it', () => {
    expect(REVIEW_STATES.filter(isOver)).toEqual([...DECIDED_STATES, 'cancelled'])
  })
})
