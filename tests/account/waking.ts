// Which steps of a story begin with a room that has lost its memory. A release tells each story in one sitting and again with every step
// begun so, and compares; else it is told once, with every third step begun so, from the first, second or third on as its name decides.

import { expect } from 'vitest'
import { LONG, inTurn } from '../support/long'

/** Of a step, counted from 1: whether the room is woken before it. */
export type Waking = (step: number) => boolean

export const never: Waking = () => false

const THIRDS = [0, 1, 2].map(
  (turn): Waking =>
    (step) =>
      step % 3 === turn,
)

/** Tells a story whose name is given; what it returns is the same in both sittings. */
export async function tell(name: string, tale: (waking: Waking) => Promise<unknown>): Promise<void> {
  if (!LONG) return void (await tale(inTurn(name, THIRDS)[0] ?? never))
  const sitting = await tale(never)
  expect(await tale(() => true)).toEqual(sitting)
}
