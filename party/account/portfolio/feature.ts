// Portfolio: the ledger's sums by hour, day and month, deposits and withdrawals by instant, and costs of holdings. It moves no money and
// decides nothing: balances of the past are the current ones less the movements since.

import * as v from 'valibot'
import { WALLETS } from '#domain/catalogue'
import { type Amount, ZERO, add, decodeAmount, encodeAmount, subtract } from '#domain/money/amount'
import { done } from '#domain/outcome'
import { type Period, type PeriodLine, type Step, MONEY_PLACES } from '#domain/portfolio/movement'
import type { CostRow, PeriodStep, PortfolioPeriods } from '#party/protocol/portfolio'
import type { Store } from '#party/lib/store'
import type { AccountState } from '../state'
import { feature, query } from '../feature'
import { count, nothing } from '../fields'
import { COSTS, PERIODS, countEntries } from './count-entries'

export const portfolio = feature({
  name: 'portfolio',
  open: (account: AccountState) => account,
  queries: {
    portfolio_periods: query({
      input: v.strictObject({ step: v.picklist(['hour', 'day', 'month']), from: count }),
      run: (account: AccountState, { step, from }) => done(readPeriods(caughtUp(account), step, from)),
    }),
    portfolio_costs: query({
      input: nothing,
      run: (account: AccountState) => done(COSTS.rows(caughtUp(account), 'ORDER BY key').map(toCostRow)),
    }),
  },
  checkpointed: countEntries,
  verify: (account: AccountState) => compareBalances(caughtUp(account), account.ledger.balances()),
})

/** A room that lost its memory has replayed its log into the tables without a checkpoint. */
function caughtUp(account: AccountState): Store {
  account.store.runInTransaction(() => countEntries(account))
  return account.store
}

function readPeriods(store: Store, step: PeriodStep, from: number): PortfolioPeriods {
  const rows = (of: Step): Period[] =>
    PERIODS.rows(store, 'WHERE step = ? AND at >= ? ORDER BY at', of, from).map(({ at, lines }) => ({ at, lines }))
  return {
    whole: wholeOf(store),
    periods: rows(step),
    flows: rows('instant'),
    firstMonth: PERIODS.first(store, "WHERE step = 'month' ORDER BY at LIMIT 1")?.at ?? null,
  }
}

const wholeOf = (store: Store): readonly PeriodLine[] => PERIODS.first(store, "WHERE step = 'all'")?.lines ?? []

const toCostRow = ({ key, ...row }: ReturnType<typeof COSTS.rows>[number]): CostRow => ({
  key,
  known: encodeAmount(row.known),
  unknown: encodeAmount(row.unknown),
  cost: encodeAmount(row.cost),
  realized: encodeAmount(row.realized),
  unpriced: encodeAmount(row.unpriced),
})

/** Sums of the whole ledger equal the balances. */
function compareBalances(
  store: Store,
  balances: readonly {
    readonly wallet: string
    readonly assetId: number
    readonly available: string
    readonly held: string
  }[],
): string[] {
  const counted = new Map<string, Amount>()
  for (const [place, assetId, , received, given] of wholeOf(store)) {
    const key = `${place}/${assetId}`
    counted.set(key, add(counted.get(key) ?? ZERO, subtract(decodeAmount(received), decodeAmount(given))))
  }
  const problems = balances.flatMap(({ wallet, assetId, available, held }) => {
    const [sum, balance] = [
      counted.get(`${wallet}/${assetId}`) ?? ZERO,
      add(decodeAmount(available), decodeAmount(held)),
    ]
    return sum === balance ? [] : [`the periods of ${wallet}/${assetId} come to ${sum}, the balance is ${balance}`]
  })
  for (const place of MONEY_PLACES.filter((each) => !WALLETS.some((wallet) => wallet === each))) {
    for (const [key, sum] of counted)
      if (key.startsWith(`${place}/`) && (place === 'debt' ? sum > 0n : sum < 0n))
        problems.push(`${key} comes to ${sum}`)
  }
  return problems
}
