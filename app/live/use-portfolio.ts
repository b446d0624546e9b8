// Portfolio: own balances and their value, from the server render and then from live account and price channels.

import { useMemo } from 'react'
import { decodeAmount, formatUnits, type Amount } from '#domain/money/amount'
import { VALUE_SCALE } from '#domain/money/valuation'
import {
  type HeldAsset,
  type PortfolioLine,
  type UsdtPrices,
  appraise,
  usdtPricesOf,
} from '#domain/portfolio/appraisal'
import type { BalanceRow } from '#party/protocol/account'
import type { Quote } from '#party/protocol/quotes'
import { useSite } from '../site/site'
import type { LiveAccount } from './account-state'
import { type LinkState, leastLive } from './channel'
import type { Live } from './use-channel'
import { useAccount } from './account-channel'
import { useQuotes } from './quotes-channel'

interface DrawnPortfolio<A extends HeldAsset> {
  readonly assets: readonly A[]
  readonly quotes: readonly Quote[]
  readonly balances: readonly BalanceRow[]
}

export interface LivePortfolio<A extends HeldAsset> {
  /** Balance lines by asset and wallet, including empty ones. */
  readonly lines: readonly PortfolioLine<A>[]
  readonly prices: UsdtPrices
  readonly quotes: readonly Quote[]
  readonly account: Live<LiveAccount>
  /** Worst link state of account and prices. */
  readonly link: LinkState
}

export function usePortfolio<A extends HeldAsset>(drawn: DrawnPortfolio<A>): LivePortfolio<A> {
  const { userId } = useSite()
  const account = useAccount(userId)
  const { quotes, live } = useQuotes(drawn.quotes)
  const balances = account.state?.balances ?? drawn.balances
  const prices = useMemo(() => usdtPricesOf(quotes), [quotes])
  const lines = useMemo(
    () => appraise(drawn.assets, prices, balances.map(readHolding)),
    [drawn.assets, prices, balances],
  )
  return { lines, prices, quotes, account, link: leastLive(account.link, live.link) }
}

const readHolding = ({ wallet, assetId, available, held }: BalanceRow) => ({
  wallet,
  assetId,
  available: decodeAmount(available),
  held: decodeAmount(held),
})

/** Value as plain decimal text in USDT, for number formatting. */
export const usdtText = (value: Amount): string => formatUnits(value, VALUE_SCALE)
