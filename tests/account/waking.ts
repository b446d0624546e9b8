// Cold starts of a room between the steps of a story. With LONG=1 a story runs without any and with one before every step, and both have one
// result. Otherwise it runs once, with a cold start before every third step; its name decides whether that is the first, second or third.

import { expect } from 'vitest'
import { LONG, inTurn } from '../kit/long'

/** True if the room starts cold before this step, counted from 1. */
export type Waking = (step: number) => boolean

export const never: Waking = () => false

const THIRDS = [0, 1, 2].map(
  (turn): Waking =>
    (step) =>
      step % 3 === turn,
)

export async function runStory(name: string, tale: (waking: Waking) => Promise<unknown>): Promise<void> {
  if (!LONG) return void (await tale(inTurn(name, THIRDS)[0] ?? never))
  const warm = await tale(never)
  expect(await tale(() => true)).toEqual(warm)
}
