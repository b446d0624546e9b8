import { describe, expect, test } from 'vitest'
import { findConsensus } from '#domain/quotes/consensus'

const binance = (priceSteps: number, isFresh = true) => ({ source: 'binance', priceSteps, isFresh, isMoving: true })
const kraken = (priceSteps: number, isFresh = true) => ({ source: 'kraken', priceSteps, isFresh, isMoving: true })
const third = (priceSteps: number, isFresh = true) => ({ source: 'third', priceSteps, isFresh, isMoving: true })

describe('one price of several sources', () => {
  test('two that agree give the price between them', () => {
    expect(findConsensus([kraken(610_020), binance(610_000)], null)).toEqual({
      priceSteps: 610_010,
      source: 'binance+kraken',
      outliers: [],
    })
  })

  test('three give the one in the middle', () => {
    expect(findConsensus([binance(610_000), kraken(610_100), third(609_000)], null).priceSteps).toBe(610_000)
  })

  test('a third one that is 2% off is left out and named', () => {
    expect(findConsensus([binance(610_000), kraken(610_100), third(622_300)], null)).toEqual({
      priceSteps: 610_050,
      source: 'binance+kraken',
      outliers: ['third'],
    })
  })

  test('exactly 1% off still counts', () => {
    expect(findConsensus([binance(1_000_000), kraken(1_000_000), third(1_010_000)], null).outliers).toEqual([])
    expect(findConsensus([binance(1_000_000), kraken(1_000_000), third(1_010_001)], null).outliers).toEqual(['third'])
  })

  test('of two that disagree the one nearer to the last price is believed', () => {
    expect(findConsensus([binance(610_000), kraken(670_000)], 611_000)).toEqual({
      priceSteps: 610_000,
      source: 'binance',
      outliers: ['kraken'],
    })
    expect(findConsensus([binance(610_000), kraken(670_000)], 668_000).source).toBe('kraken')
  })

  test('of two that disagree one that repeats an old price is not believed, however near to the last price it is', () => {
    const stuck = { ...binance(610_000), isMoving: false }
    expect(findConsensus([stuck, kraken(630_000)], 610_000)).toEqual({
      priceSteps: 630_000,
      source: 'kraken',
      outliers: ['binance'],
    })
    // While they agree it does no harm, and quiet pairs repeat their price.
    expect(findConsensus([stuck, kraken(610_020)], 610_000).priceSteps).toBe(610_010)
  })

  test('of two that disagree and do not move, neither is believed', () => {
    const still = [binance(610_000), kraken(630_000)].map((price) => ({ ...price, isMoving: false }))
    expect(findConsensus(still, 610_000)).toEqual({ priceSteps: null, source: '', outliers: ['binance', 'kraken'] })
  })

  test('of two that disagree with nothing to go by, neither is believed', () => {
    expect(findConsensus([binance(610_000), kraken(670_000)], null)).toEqual({
      priceSteps: null,
      source: '',
      outliers: ['binance', 'kraken'],
    })
  })

  test('a source that is late is not asked', () => {
    expect(findConsensus([binance(610_000), kraken(670_000, false)], null)).toEqual({
      priceSteps: 610_000,
      source: 'binance',
      outliers: [],
    })
  })

  test('when all are late there is no price', () => {
    expect(findConsensus([binance(610_000, false), kraken(610_000, false)], 610_000).priceSteps).toBeNull()
    expect(findConsensus([], 610_000).priceSteps).toBeNull()
  })
})
