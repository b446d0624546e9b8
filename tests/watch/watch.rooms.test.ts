// Wakes per round, with slow accounts, failing calls, missed rounds and restarts of the room.

import { describe, expect } from 'vitest'
import { amount } from '#domain/money/amount'
import type { WatchRegistration } from '#party/protocol/watch'
import { LONG } from '../kit/long'
import { NO_EXPOSURE, onStreet, settle, told } from './street'

const CROWD = LONG ? 1_000 : 200

const away = (): Promise<never> => Promise.reject(new Error('away'))

describe('a watch', () => {
  onStreet('wakes whom a price reaches, edges included, and nobody else', async (street) => {
    await street.watch.register(told(1, 1, { low: 590_000, high: 610_000 }))
    await street.watch.register(told(2, 1, { low: 580_000 }))
    expect(street.isFollowed).toBe(true)
    await street.price('60000.0')
    expect(street.woken).toEqual([])
    await street.price('59000.0')
    await street.price('58000.1')
    expect(street.woken).toEqual(['1@3000'])
    await street.price('58000.0')
    expect(street.woken).toEqual(['1@3000', '2@5000'])
    expect(street.messages[1]).toEqual({
      feature: 'futures',
      symbol: 'BTC-USDT',
      beforeAt: 4_000,
      round: street.rounds[3],
      revision: 1,
      closedSides: [],
    })
    expect(street.isFollowed).toBe(false)
  })

  onStreet('takes no price in force for a new one', async (street) => {
    await street.watch.register(told(9, 1, { low: 1 }))
    await street.price('58000.0')
    await street.watch.register(told(1, 1, { low: 590_000 }))
    await street.silence()
    expect(street.woken).toEqual([])
    await street.price('58000.0')
    expect(street.woken).toEqual(['1@4000'])
  })

  onStreet('wakes with the first tick from an instant on, also when that came before it was told', async (street) => {
    await street.watch.register(told(9, 1, { low: 1 }))
    await street.price('60000.0')
    await street.price('60001.0')
    await street.watch.register(told(1, 1, { next: 2_500 }))
    await settle()
    expect(street.woken).toEqual(['1@3000'])
    await street.watch.register(told(2, 1, { next: 3_001 }))
    await settle()
    expect(street.woken).toHaveLength(1)
    await street.price('60002.0')
    expect(street.woken).toEqual(['1@3000', '2@4000'])
  })

  onStreet('asks Quotes for a tick that is waited for and came before it looked at any', async (street) => {
    await street.price('60000.0')
    await street.price('60001.0')
    await street.watch.register(told(1, 1, { next: 1_500 }))
    await street.price('60002.0')
    expect(street.woken).toEqual(['1@2000'])
    street.now += 60_000
    await street.watch.register(told(9, 1, { low: 1 }))
    await street.price('60003.0')
    await street.watch.register(told(2, 1, { next: 2_001 }))
    await settle()
    expect(street.woken).toEqual(['1@2000', '2@3000'])
  })

  onStreet('wakes nobody by a tick that was acted on', async (street) => {
    await street.watch.register(told(9, 1, { low: 1 }))
    await street.price('59000.0')
    await street.watch.register(told(1, 1, { low: 590_000, next: 0, after: 2_000 }))
    await settle()
    expect(street.woken).toEqual([])
    await street.price('59000.0')
    expect(street.woken).toEqual(['1@3000'])
  })

  onStreet('takes the newest revision, whichever comes first, and writes a repetition no more', async (street) => {
    await street.watch.register(told(1, 3, { low: 500_000 }))
    expect(await street.watch.register(told(1, 2, { low: 590_000 }))).toMatchObject({ revision: 3 })
    expect(await street.watch.register(told(1, 3, { low: 590_000 }))).toMatchObject({ revision: 3 })
    await street.price('59000.0')
    expect(street.woken).toEqual([])
  })
})

describe('an account that awaits an earlier tick than the one that reached its former band', () => {
  const FORMER = told(1, 1, { low: 590_000 })
  const NEWEST = told(1, 2, { low: 590_000, next: 2_500 })

  onStreet('and says so in its answer, is woken by the earlier tick first', async (street) => {
    await street.watch.register(FORMER)
    street.answer = (account, { round, revision }) =>
      Promise.resolve(revision < 2 ? NEWEST : told(account, round.at, { low: 590_000, after: round.at }))
    for (const price of ['60000.0', '60001.0', '59000.0']) await street.price(price)
    await settle()
    expect(street.woken).toEqual(['1@4000', '1@3000', '1@4000'])
    expect(street.reports).toEqual([])
  })

  onStreet('and registers while it is called, is woken by the earlier tick too', async (street) => {
    let free: (registration: WatchRegistration) => void = () => undefined
    street.answer = () => new Promise((resolve) => (free = resolve))
    await street.watch.register(FORMER)
    for (const price of ['60000.0', '60001.0', '59000.0']) await street.price(price)
    await street.watch.register(NEWEST)
    street.answer = (account, { round }) => Promise.resolve(told(account, round.at, { low: 590_000, after: round.at }))
    free(NEWEST)
    await settle()
    expect(street.woken).toEqual(['1@4000', '1@3000', '1@4000'])
  })

  onStreet('and registers after a call has failed, is woken by the earlier tick first', async (street) => {
    street.answer = away
    await street.watch.register(FORMER)
    for (const price of ['60000.0', '60001.0', '59000.0']) await street.price(price)
    street.answer = (account, { round }) => Promise.resolve(told(account, round.at, { low: 590_000, after: round.at }))
    await street.watch.register(NEWEST)
    await street.pass()
    expect(street.woken).toEqual(['1@4000', '1@3000', '1@4000'])
  })
})

describe('a slow account', () => {
  onStreet('gets the first round that reached it, then those since are checked against its answer', async (street) => {
    let free: (registration: WatchRegistration) => void = () => undefined
    street.answer = () => new Promise((resolve) => (free = resolve))
    await street.watch.register(told(1, 1, { low: 590_000 }))
    for (const price of ['59000.0', '58000.0', '57000.0', '60000.0']) await street.price(price)
    expect(street.woken).toEqual(['1@2000'])
    street.answer = (account, { round }) => Promise.resolve(told(account, 9, { after: round.at }))
    free(told(1, 2, { low: 575_000, after: 2_000 }))
    await settle()
    expect(street.woken).toEqual(['1@2000', '1@4000'])
  })

  onStreet('is woken by whole rounds, though they are kept no more', async (street) => {
    street.answer = away
    await street.watch.register(told(1, 1, { low: 590_000 }))
    await street.price('58000.0')
    for (let second = 0; second < 100; second += 1) await street.price(second === 20 ? '57000.0' : '60000.0')
    const answers = [told(1, 2, { low: 570_000, after: 2_000 }), told(1, 3, { after: 23_000 })]
    street.answer = () => Promise.resolve(answers.shift() ?? told(1, 4, {}))
    await street.pass()
    expect(street.woken).toEqual(['1@2000', '1@2000', '1@23000'])
    expect(street.messages.at(-1)?.round).toEqual(street.rounds[21])
  })

  onStreet('says what counts when the round that reached it is kept no more', async (street) => {
    street.answer = away
    await street.watch.register(told(1, 1, { low: 590_000 }))
    await street.price('58000.0')
    for (let second = 0; second < 100; second += 1) await street.price('60000.0')
    street.rounds.splice(0, 50)
    street.answer = (account, { round }) => Promise.resolve(told(account, 2, { low: 550_000, after: round.at }))
    await street.pass()
    await street.price('56000.0')
    expect(street.woken).toEqual(['1@2000', '1@0'])
  })

  onStreet('that has told more meanwhile is known by what it told last', async (street) => {
    let free: (registration: WatchRegistration) => void = () => undefined
    street.answer = () => new Promise((resolve) => (free = resolve))
    await street.watch.register(told(1, 1, { low: 590_000 }))
    await street.price('59000.0')
    await street.watch.register(told(1, 3, { low: 560_000, after: 2_000 }))
    free(told(1, 2, { low: 590_000, after: 2_000 }))
    await settle()
    await street.price('58000.0')
    expect(street.woken).toEqual(['1@2000'])
    await street.price('56000.0')
    expect(street.woken).toEqual(['1@2000', '1@4000'])
  })

  onStreet('is not called for another product at the same time', async (street) => {
    const free: (() => void)[] = []
    street.answer = (account, { feature, round }) =>
      new Promise((resolve) => free.push(() => resolve(told(account, 2, { after: round.at }, { feature }))))
    await street.watch.register(told(1, 1, { low: 590_000 }))
    await street.watch.register(told(1, 1, { low: 590_000 }, { feature: 'loans' }))
    await street.price('59000.0')
    expect(street.messages.map(({ feature }) => feature)).toEqual(['futures'])
    free[0]?.()
    await settle()
    expect(street.messages.map(({ feature }) => feature)).toEqual(['futures', 'loans'])
  })

  onStreet('is called again after a pause with the same round, and so is one that has not acted', async (street) => {
    street.answer = away
    await street.watch.register(told(1, 1, { high: 610_000 }))
    await street.price('61000.0')
    await street.price('60000.0')
    expect(street.woken).toEqual(['1@2000'])
    street.answer = () => Promise.resolve(told(1, 1, { high: 610_000 }))
    await street.pass()
    await settle()
    expect(street.woken).toEqual(['1@2000', '1@2000'])
    expect(street.reports).toEqual(['account 1 will be called again: Error: away'])
    street.answer = () => Promise.resolve(told(1, 2, { after: 2_000 }))
    await street.pass()
    expect(street.woken).toHaveLength(3)
    expect(street.isFollowed).toBe(false)
  })

  onStreet('holds nobody up: a crowd is woken with one round, some at once', async (street) => {
    for (let account = 1; account <= CROWD; account += 1)
      await street.watch.register(told(account, 1, { low: 590_000 }))
    const answer = street.answer
    street.answer = async (account, message) => {
      if (account === 1) return new Promise(() => undefined)
      await settle()
      return answer(account, message)
    }
    await street.price('59000.0')
    await street.price('60000.0')
    for (let tries = 0; tries < 500 && street.callsNow > 1; tries += 1) await settle()
    expect(street.callsMost).toBe(64)
    expect(new Set(street.woken)).toEqual(new Set(Array.from({ length: CROWD }, (_, index) => `${index + 1}@2000`)))
  })
})

describe('missed rounds', () => {
  onStreet('are asked for, however many, and the first that reached wakes', async (street) => {
    await street.watch.register(told(1, 1, { low: 590_000 }))
    await street.price('60000.0')
    for (let second = 0; second < 12; second += 1) await street.price(second === 7 ? '58999.9' : '60000.0', false)
    await street.price('58000.0')
    expect(street.woken).toEqual(['1@10000'])
  })

  onStreet('that cannot be read hold up later ones, until they can', async (street) => {
    await street.watch.register(told(1, 1, { low: 590_000 }))
    await street.price('60000.0')
    await street.price('58000.0', false)
    street.areQuotesAway = true
    await street.price('57000.0')
    expect(street.woken).toEqual([])
    street.areQuotesAway = false
    await street.price('60000.0')
    expect(street.woken).toEqual(['1@3000'])
  })

  onStreet('are asked for by the alarm when nothing is heard', async (street) => {
    await street.watch.register(told(1, 1, { low: 590_000 }))
    await street.price('60000.0')
    await street.price('58000.0', false)
    await street.watch.beat()
    expect(street.woken).toEqual([])
    street.now += 10_000
    street.isFollowed = false
    await street.watch.beat()
    await settle()
    expect(street.woken).toEqual(['1@3000'])
  })
})

describe('after a restart', () => {
  onStreet('bands are known, and what was owed is found with its first round', async (street) => {
    street.answer = away
    await street.watch.register(told(1, 1, { low: 590_000 }))
    await street.watch.register(told(2, 1, { low: 500_000 }))
    await street.price('58000.0')
    for (let second = 0; second < 30; second += 1) await street.price('60000.0')
    street.open()
    street.answer = (account, { round }) => Promise.resolve(told(account, 2, { after: round.at }))
    await street.price('50000.0')
    expect(street.woken).toEqual(['1@2000', '1@2000', '2@33000'])
  })

  onStreet('rounds that were checked long ago are not asked for again', async (street) => {
    await street.watch.register(told(1, 1, { low: 1 }))
    for (let second = 0; second < 40; second += 1) await street.price('60000.0')
    street.open()
    street.asked.length = 0
    await street.price('60000.0')
    expect(Math.min(...street.asked)).toBeGreaterThanOrEqual(31_000)
  })

  onStreet('a tick that was waited for before it died is still owed', async (street) => {
    await street.watch.register(told(9, 1, { low: 1 }))
    for (let second = 0; second < 40; second += 1) await street.price('60000.0')
    street.answer = away
    await street.watch.register(told(1, 1, { next: 5_000 }))
    await settle()
    street.open()
    street.answer = (account, { round }) => Promise.resolve(told(account, 2, { after: round.at }))
    await street.price('60000.0')
    expect(street.woken).toEqual(['1@5000', '1@5000'])
  })
})

describe('what accounts tell', () => {
  onStreet('is written in groups, and answered when it is written', async (street) => {
    const waiting: (() => void)[] = []
    street.soon = (work) => void waiting.push(work)
    const answers: number[] = []
    for (const account of [1, 2, 3])
      void street.watch.register(told(account, 1, { low: 590_000 })).then(() => answers.push(account))
    await settle()
    expect([waiting.length, answers]).toEqual([1, []])
    for (const work of waiting) work()
    await settle()
    expect(answers).toEqual([1, 2, 3])
    street.open()
    await street.price('58000.0')
    expect(street.woken).toEqual(['1@2000', '2@2000', '3@2000'])
  })

  onStreet(
    'with a lost write is told again to a room that wakes, and answers given to wakes are asked for again',
    async (street) => {
      await street.watch.register(told(1, 1, { low: 590_000 }))
      street.soon = () => undefined
      street.answer = (account, { round }) =>
        Promise.resolve(told(account, 7, { low: 400_000, after: Math.max(2_000, round.at) }))
      void street.watch.register(told(2, 1, { low: 590_000 }))
      await street.price('58000.0')
      expect(street.woken).toEqual(['1@2000', '2@2000'])
      // The room restarts before writing anything.
      street.open()
      street.soon = (work) => void setTimeout(work, 0)
      await street.price('60000.0')
      expect(street.woken).toEqual(['1@2000', '2@2000', '1@2000'])
      await street.watch.register(told(2, 7, { low: 400_000, after: 2_000 }))
      await street.price('39000.0')
      expect(street.woken.slice(3)).toEqual(['1@4000', '2@4000'])
    },
  )

  onStreet('is written before rounds count as checked', async (street) => {
    await street.watch.register(told(1, 1, { low: 590_000 }))
    street.soon = () => undefined
    street.answer = (account, { round }) => Promise.resolve(told(account, 2, { low: 400_000, after: round.at }))
    await street.price('58000.0')
    for (let second = 0; second < 40; second += 1) await street.price('60000.0')
    street.open()
    street.answer = (account, { round }) => Promise.resolve(told(account, 3, { after: round.at }))
    await street.price('58000.0')
    await street.price('39000.0')
    expect(street.woken).toEqual(['1@2000', '1@44000'])
  })
})

describe('the exposure of the house', () => {
  onStreet('closes a side at its cap, opens it again, and is the same after a restart', async (street) => {
    const caps = new Map([['futures', amount(1_000n)]])
    street.caps = () => Promise.resolve(caps)
    const exposed = (account: number, revision: number, long: string) =>
      street.watch.register(told(account, revision, { low: 1 }, { exposure: { ...NO_EXPOSURE, long, house: '-7' } }))
    expect((await exposed(1, 1, '600')).closedSides).toEqual([])
    expect((await exposed(2, 1, '400')).closedSides).toEqual(['long'])
    expect((await exposed(2, 2, '399')).closedSides).toEqual([])
    const report = street.watch.report()
    expect(report).toEqual({
      symbol: 'BTC-USDT',
      features: [{ ...NO_EXPOSURE, feature: 'futures', accounts: 2, closedSides: [], long: '999', house: '-14' }],
    })
    expect(street.open().report()).toEqual(report)
  })

  onStreet('is no reason to turn accounts away when the caps cannot be read', async (street) => {
    street.caps = away
    expect(await street.watch.register(told(1, 1, { low: 590_000 }))).toEqual({ revision: 1, closedSides: [] })
    await street.price('59000.0')
    expect(street.woken).toEqual(['1@2000'])
  })
})
