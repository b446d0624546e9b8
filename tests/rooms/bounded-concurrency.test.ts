// Sweeps process rows independently, a bounded number at once.

import { expect, test, vi } from 'vitest'
import { eachAlone } from '#services/each-alone'
import { textsOf } from '../kit/log-texts'

const failed = (row: number) => `row ${row}`
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('A row that fails is reported by name, and all the others are done', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const lost = new Error('no such room')
  const work = (row: number) => (row % 2 === 0 ? Promise.reject(lost) : Promise.resolve(row * 10))
  expect(await eachAlone([1, 2, 3, 4, 5], { work, failed })).toEqual([10, 30, 50])
  expect(textsOf(log)).toEqual(['row 2', 'row 4'])
  log.mockRestore()
})

test('Of a hundred rows no more are under way than are allowed, and one that takes long holds up none behind it', async () => {
  let underWay = 0
  let most = 0
  let endFirst = (): void => undefined
  const first = new Promise<void>((resolve) => (endFirst = resolve))
  const done: number[] = []
  const work = async (row: number) => {
    underWay += 1
    most = Math.max(most, underWay)
    await (row === 0 ? first : turn())
    underWay -= 1
    done.push(row)
    if (done.length === 99) endFirst()
  }
  await eachAlone([...Array(100).keys()], { work, failed, concurrency: 3 })
  expect(most).toBe(3)
  expect([done.length, done.at(-1)]).toEqual([100, 0])
})

test('One at a time they go in their order; of none nothing comes', async () => {
  const begun: string[] = []
  const work = async (row: number) => {
    begun.push(`${row} begins`)
    await turn()
    begun.push(`${row} ends`)
  }
  await eachAlone([3, 1, 2], { work, failed, concurrency: 1 })
  expect(begun).toEqual(['3 begins', '3 ends', '1 begins', '1 ends', '2 begins', '2 ends'])
  expect(await eachAlone([], { work, failed })).toEqual([])
})
