import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Pair } from '#domain/catalogue'
import { indexTicksOf } from '#domain/house/quotes'
import { MarketInputs, type MarketSources } from '#party/market/inputs'
import { BTC_USDT } from './btc-usdt'
import { tickOf } from './tick'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function open() {
  const asked = { pair: 0, price: 0 }
  const answers = {
    pair: (): Promise<Pair | null> => Promise.resolve(BTC_USDT),
    price: (): Promise<string | null> => Promise.resolve('60000.0'),
  }
  const sources: MarketSources = {
    loadPair: () => ((asked.pair += 1), answers.pair()),
    latestPrice: async () => {
      asked.price += 1
      const price = await answers.price()
      return price === null ? null : tickOf(price, Date.now())
    },
  }
  const inputs = new MarketInputs(
    () => sources,
    () => Date.now(),
  )
  return { inputs, asked, answers }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('what a Market asks of others', () => {
  it('is asked once, however many wait, and then nobody waits', async () => {
    const { inputs, asked } = open()
    const waits = [inputs.ready(), inputs.ready(), inputs.ready()]
    expect(waits.every((wait) => wait !== null)).toBe(true)
    await Promise.all(waits.filter((wait) => wait !== null))
    expect(asked).toEqual({ pair: 1, price: 1 })
    expect([inputs.ready(), inputs.indexTicks(), inputs.pair]).toEqual([null, 600_000, BTC_USDT])
  })

  it('is asked again when the index price is older than two seconds', async () => {
    const { inputs, asked, answers } = open()
    await inputs.ready()
    await pass(2_000)
    expect(inputs.ready()).toBeNull()
    await pass(1)
    answers.price = () => Promise.resolve('60001.26')
    await inputs.ready()
    expect(asked.price).toBe(2)
    expect(inputs.indexTicks()).toBe(600_013)
  })

  it('holds nobody up for longer than a second when the feed does not answer, and then not again for a while', async () => {
    const { inputs, answers } = open()
    answers.price = () => new Promise(() => undefined)
    let isOver = false
    void inputs.ready()?.then(() => (isOver = true))
    await pass(999)
    expect(isOver).toBe(false)
    await pass(1)
    expect(isOver).toBe(true)
    expect(inputs.indexTicks()).toBeNull()
  })

  it('is asked again when a question was never answered: neither the feed nor the directory stays silent for good', async () => {
    const { inputs, asked, answers } = open()
    answers.pair = () => new Promise(() => undefined)
    answers.price = () => new Promise(() => undefined)
    void inputs.ready()
    await pass(5_000)
    answers.pair = () => Promise.resolve(BTC_USDT)
    answers.price = () => Promise.resolve('60000.0')
    await inputs.ready()
    expect(asked).toEqual({ pair: 2, price: 2 })
    expect([inputs.pair, inputs.indexTicks()]).toEqual([BTC_USDT, 600_000])
  })

  it('costs one wait and not one for each order when the feed fails', async () => {
    const { inputs, asked, answers } = open()
    answers.price = () => Promise.reject(new Error('the feed is away'))
    await inputs.ready()
    await pass(100)
    expect(inputs.ready()).toBeNull()
    expect(asked.price).toBe(1)
    await pass(1_000)
    expect(inputs.ready()).not.toBeNull()
    expect(asked.price).toBe(2)
  })

  it('gives no index price once the last one is stale, nor when the feed says that it has none', async () => {
    const { inputs, answers } = open()
    await inputs.ready()
    answers.price = () => Promise.reject(new Error('the feed is away'))
    await pass(10_000)
    expect(inputs.indexTicks()).toBe(600_000)
    await pass(1)
    expect(inputs.indexTicks()).toBeNull()
    answers.price = () => Promise.resolve(null)
    await inputs.ready()
    expect(inputs.indexTicks()).toBeNull()
  })

  it('reads the pair again in the background, and keeps what it knows when the directory fails', async () => {
    const { inputs, asked, answers } = open()
    await inputs.ready()
    inputs.takeChanges()
    answers.pair = () => Promise.reject(new Error('the directory is away'))
    await pass(30_001)
    await inputs.ready()
    expect([asked.pair, inputs.pair]).toEqual([2, BTC_USDT])
    answers.pair = () => Promise.resolve({ ...BTC_USDT, isTradable: false })
    await inputs.refreshPair()
    expect([inputs.pair?.isTradable, inputs.takeChanges()]).toEqual([false, true])
  })
})

describe('an index price in ticks', () => {
  it.each([
    ['60000.0', 600_000],
    ['60000.04', 600_000],
    ['60000.05', 600_000],
    ['60000.15', 600_002],
    ['0.04', null],
    ['a lot', null],
    ['-1', null],
  ])('%s is %s', (text, ticks) => {
    expect(indexTicksOf(BTC_USDT, text)).toBe(ticks)
  })
})
