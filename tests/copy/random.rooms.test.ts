// A trader, the trader's room and two followers over a faulty connection: messages and answers are lost, old messages repeat, and every
// room dies at random. In all cases every trade has one copy or one reason, the trader's closes close every copy not taken over, and money
// is conserved.

import { expect, test } from 'vitest'
import { never } from '../account/waking'
import { type Fate, type Street, TRADER, close, copies, follow, onStreet, open, positions } from './street'
import { firstOf } from '../kit/long'

const ALICE = 10_002
const BOB = 10_003

class Random {
  #seed: number
  constructor(seed: number) {
    this.#seed = seed
  }
  below(bound: number): number {
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(this.#seed / 65_536) % bound
  }
}

const fate = (random: Random): Fate => {
  const drawn = random.below(100)
  return drawn < 12 ? 'lost' : drawn < 26 ? 'answer lost' : 'arrives'
}

/** The trader does something, or Bob changes his mind; Alice only follows. */
async function act(street: Street, random: Random): Promise<void> {
  const live = (await positions(street.trader)).filter(
    ({ state, closeAskedLots }) => state === 'open' && !closeAskedLots,
  )
  const some = live[random.below(Math.max(1, live.length))]
  const bob = street.stage(BOB)
  const commandId = bob.commandId()
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2:
      if (live.length < 4)
        await open(street, { lots: 1 + random.below(20), direction: random.below(2) ? 'long' : 'short' })
      return
    case 3:
      return some && close(street, some.positionNo)
    case 4:
      return some && some.lots > 1 ? close(street, some.positionNo, 1 + random.below(some.lots - 1)) : undefined
    case 5: {
      const [own] = (await positions(bob)).filter(({ holder }) => holder !== null)
      if (own && random.below(3) === 0) await bob.ask({ type: 'hold_copy', commandId, positionNo: own.positionNo })
      return
    }
    case 6:
      if (random.below(3) > 0) return
      await bob.ask({
        type: 'cancel_following',
        commandId,
        traderId: TRADER,
        copies: random.below(2) ? 'close' : 'keep',
      })
      return
    default:
      await follow(street, BOB, { number: 50 + random.below(200) })
  }
}

/** Kills a room, or repeats an earlier message. */
async function disturb(street: Street, random: Random): Promise<void> {
  const [account = TRADER] = [TRADER, ALICE, BOB].slice(random.below(3))
  if (random.below(6) === 0) await street.openRoom()
  if (random.below(5) === 0) await street.stage(account).wake()
  const old = street.posts[random.below(street.posts.length + 1)]
  if (old && random.below(2) === 0) await street.deliver(old.to, old.post).catch(() => null)
}

/** For each trade whose opening reached Bob and Alice: exactly one row each, and no bound copy outlives the trade. */
async function expectOneOfEach(street: Street): Promise<void> {
  const live = new Map((await positions(street.trader)).map((row) => [row.positionNo, row]))
  const log = await street.inRoom(() => street.leader.trades({ page: 1, limit: 500 }))
  const trades = new Set([...log.rows.map(({ positionNo }) => positionNo), ...live.keys()])
  for (const account of [ALICE, BOB]) {
    const stage = street.stage(account)
    const all = await copies(stage)
    const told = all.map(({ traderAt, traderSteps }) => `${traderAt} ${traderSteps}`)
    expect(new Set(all.map(({ copyNo }) => copyNo)).size).toBe(all.length)
    if (account === ALICE) expect(told).toHaveLength(trades.size)
    const bound = all.filter(({ state, isSelfHeld }) => state === 'live' && !isSelfHeld)
    const open = new Set([...live.values()].map(({ openedAt, openSteps }) => `${openedAt} ${openSteps}`))
    expect(bound.filter(({ traderAt, traderSteps }) => !open.has(`${traderAt} ${traderSteps}`))).toEqual([])
    const held = (await positions(stage)).filter(({ holder }) => holder === 'copy')
    expect(held).toHaveLength(bound.length)
  }
}

test.each(firstOf([1, 2, 3]))(
  'no copy is lost or doubled, and closing reaches every copy that is bound (seed %i)',
  async (seed) => {
    await onStreet(never, [ALICE, BOB], async (street) => {
      const random = new Random(seed)
      await follow(street, ALICE, { number: 150 })
      await follow(street, BOB, { share: '20000000' })
      await street.settle()
      street.fateOf = () => fate(random)
      for (let step = 0; step < 40; step += 1) {
        await act(street, random)
        await street.tick(Math.max(500_000, street.price + random.below(3_000) - 1_500))
        await disturb(street, random)
      }
      street.fateOf = () => 'arrives'
      // Lets all pending retries happen.
      for (let round = 0; round < 4; round += 1) {
        await street.pass(61_000)
        await street.tick()
      }
      await expectOneOfEach(street)
      for (const { positionNo } of await positions(street.trader)) await close(street, positionNo)
      for (let round = 0; round < 3; round += 1) await street.tick()
      await expectOneOfEach(street)
      expect(await street.report()).toMatchObject({ behind: 0, open: 0, owed: [] })
      // The week's end settles the profit shares over the same faulty connection.
      street.fateOf = () => fate(random)
      await street.pass(7 * 86_400_000)
      street.fateOf = () => 'arrives'
      for (let round = 0; round < 3; round += 1) await street.pass(61_000)
      // Otherwise nothing was tried.
      expect((await copies(street.stage(ALICE))).length).toBeGreaterThan(5)
    })
  },
)
