// Random receipts of the house's spot trades and of locked deposits: some right, some just past a limit.

import { type HouseTerms, indexTicksOf, quoteAround } from '#domain/house/quotes'
import { type HouseTrade, houseReceipt, wordsOfHouse } from '#domain/house/receipt'
import { nextMidnight } from '#domain/mining/deposit'
import { miningReceipt } from '#domain/mining/receipt'
import { amount } from '#domain/money/amount'
import { lots } from '#domain/money/price'
import { rate } from '#domain/money/rate'
import { formatSteps } from '#domain/quotes/steps'
import { DAY_MS } from '#domain/time'
import { AT, below, between, oneOf, ticksOf } from './random-figures'

export function house() {
  const pair = { symbol: 'SOL-USDT', priceDecimals: 2, tickSteps: oneOf(1, 5, 8), quantityDecimals: 3 }
  const terms: HouseTerms = {
    ...{ levels: between(1, 4), spread: rate(BigInt(between(0, 400_000))), size: lots(between(0, 50)) },
    ...{ levelStep: rate(BigInt(between(0, 90_000))), inventoryMax: lots(between(0, 900)) },
    inventoryAtFullSkew: lots(oneOf(0, between(1, 400))),
  }
  const inventory = BigInt(between(-1_000, 1_000))
  const [tick] = ticksOf(pair.symbol, [
    [AT, formatSteps(between(1, 9) === 1 ? between(1, 90) : between(9_000, 9_100), 2)],
  ])
  if (!tick) throw new Error('there is one')
  const quotes = quoteAround(terms, indexTicksOf(pair, tick.price) ?? 1, inventory)
  const way = oneOf('quoted', 'crossed')
  const side = oneOf('buy', 'sell')
  const levels = side === 'buy' ? quotes.bids : quotes.asks
  const edge = side === 'buy' ? quotes.takeSellsTo : quotes.takeBuysFrom
  const trades: HouseTrade[] =
    way === 'quoted'
      ? levels.slice(0, between(1, 3)).map(([ticks, most], index) => ({
          ...{ no: 7 + index, side, ticks, lots: most + oneOf(0, 0, -1, 1) },
          from: AT - oneOf(0, 400, -1),
        }))
      : [{ no: 9, side, ticks: edge + oneOf(0, 1, -1), lots: oneOf(1, between(1, 2_000)), from: null }]
  const basis = { way, tick, pair, house: wordsOfHouse(terms), inventory: inventory.toString() }
  return houseReceipt(basis, AT + oneOf(0, 5, -1), trades)
}

export function mining() {
  const acceptedAt = AT + below(DAY_MS)
  const [days, renewals] = [between(1, 9), oneOf(0, 0, between(0, 2))]
  const startsAt = nextMidnight(acceptedAt) + renewals * days * DAY_MS
  const principalMax = oneOf(null, amount(BigInt(between(0, 90_000_000))))
  const locked = {
    ...{
      no: 1,
      asset: { code: 'USDT', scale: 6 },
      amount: amount(BigInt(between(1, 99_999_999))),
      acceptedAt,
      startsAt,
    },
    ...{ days, dailyRate: rate(BigInt(between(0, 900_000))), penaltyRatio: rate(BigInt(between(0, 30_000_000))) },
    payMinute: oneOf(480, 1_439, 1_440),
    boost: oneOf(null, { boost: rate(BigInt(between(0, 100_000))), days: between(1, 9), principalMax }),
  }
  const at = oneOf(acceptedAt, acceptedAt - 1, startsAt + between(-1, days * DAY_MS + 1))
  return miningReceipt(locked, at, oneOf('begins', 'redeemed'))
}
