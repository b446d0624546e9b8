// Today's result of all holdings: computed by the server, then moved along with the prices. When balances change, it is read again.

import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { type Amount, ZERO, add, amount, decodeAmount, subtract } from '#domain/money/amount'
import { parseUsdt, valueInUsdt } from '#domain/money/valuation'
import type { UsdtPrices } from '#domain/portfolio/appraisal'
import type { BalanceRow } from '#party/protocol/account'
import type { Today } from '#services/portfolio'

/** Fills of one order come in quick succession. */
const READ_AGAIN_MS = 1_500

export interface TodayChange {
  readonly change: Amount
  /** Value at the day's start plus deposits since. */
  readonly base: Amount
  /** Unrealized profit or loss by asset code, of assets with a known cost. */
  readonly results: ReadonlyMap<string, Amount>
}

export function useToday(drawn: Today | null, prices: UsdtPrices, balances: readonly BalanceRow[]): TodayChange | null {
  const { load, data: fetched } = useFetcher<Today | null>({ key: 'today' })
  // The channel's first state repeats the drawn balances.
  const text = JSON.stringify(balances)
  const known = useRef(text)
  useEffect(() => {
    if (known.current === text) return
    known.current = text
    const timer = setTimeout(() => load('/assets/today'), READ_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [text, load])
  const today = fetched && (!drawn || fetched.at > drawn.at) ? fetched : drawn
  return today && changeOf(today, prices)
}

/** The server's figures, moved by price changes of the holdings it counted. */
export function changeOf({ change, base, held }: Today, prices: UsdtPrices): TodayChange {
  const moved = held.reduce((sum, { code, units, scale, price }) => {
    const [now, then] = [prices.get(code), parseUsdt(price)]
    return now === undefined || then === null
      ? sum
      : add(sum, valueInUsdt({ scale }, decodeAmount(units), subtract(now, then)))
  }, ZERO)
  return { change: add(signedUsdt(change), moved), base: signedUsdt(base), results: resultsOf(held, prices) }
}

function resultsOf(held: Today['held'], prices: UsdtPrices): ReadonlyMap<string, Amount> {
  const results = new Map<string, Amount>()
  for (const { code, scale, known, cost } of held) {
    const [units, paid, price] = [decodeAmount(known), parseUsdt(cost), prices.get(code)]
    if (units > 0n && paid !== null && price !== undefined)
      results.set(code, subtract(valueInUsdt({ scale }, units, price), paid))
  }
  return results
}

const signedUsdt = (text: string): Amount =>
  text.startsWith('-') ? amount(-(parseUsdt(text.slice(1)) ?? ZERO)) : (parseUsdt(text) ?? ZERO)
