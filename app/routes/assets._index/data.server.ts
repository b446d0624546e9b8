// Loader of the assets page: balances of all wallets and prices.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { FUTURES_WALLET } from '#domain/futures/terms'
import { LOAN_WALLET } from '#domain/loan/terms'
import { encodeAmount } from '#domain/money/amount'
import { loadMargin } from '#services/loan/margin'
import { loadFutures } from '#services/futures'
import { listTerms } from '#services/futures-terms'
import { loadToday } from '#services/portfolio'
import { loadPortfolio } from '#services/wallet'
import type { Session } from '#session/session'
import { loadLocked } from '../../forms/locked.server'
import { titleOf } from '../../text/title.server'
import { startOfToday } from '../../text/today'
import { broughtTexts } from '../../text/words.server'
import { readLanguage, readOffset, requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const now = Date.now()
  const day = { dayStart: startOfToday(now, readOffset(request)), now }
  const [portfolio, futures, margin, locked, today] = await Promise.all([
    loadPortfolio(env, session),
    readFutures(request, env, session),
    readMarginWallet(request, env, session),
    loadLocked(env, session, readLanguage(request)),
    loadToday(env, session, day),
  ])
  const { assets, pairs, quotes, balances } = valueOf(request, portfolio)
  return {
    title: titleOf(request, 'wallet', 'title'),
    assets: assets.map(({ id, code, name, logo, scale, wallets }) => ({ id, code, name, logo, scale, wallets })),
    quotes,
    balances,
    futures,
    margin,
    today: today.ok ? today.value : null,
    locked: locked ?? [],
    earnTexts: broughtTexts(readLanguage(request), 'earn'),
    /** USDT pair for selling each asset, by the asset's code. */
    pairs: Object.fromEntries(
      pairs
        .filter((pair) => pair.quote.code === 'USDT' && pair.isTradable)
        .map((pair) => [pair.base.code, pair.symbol]),
    ),
  }
}

/** Margin wallet state; null while another wallet is selected. */
async function readMarginWallet(request: Request, env: Env, session: Session) {
  if (new URL(request.url).searchParams.get('wallet') !== LOAN_WALLET) return null
  const margin = await loadMargin(env, session)
  return margin.ok ? { texts: broughtTexts(readLanguage(request), 'loan'), lines: margin.value.lines } : null
}

/** Futures wallet state; null while another wallet is selected. */
async function readFutures(request: Request, env: Env, session: Session) {
  if (new URL(request.url).searchParams.get('wallet') !== FUTURES_WALLET) return null
  const [live, [terms]] = await Promise.all([loadFutures(env, session), listTerms(env)])
  if (!live.ok || !terms) return null
  const { rows, available, held } = live.value
  const texts = broughtTexts(readLanguage(request), 'futures')
  return { texts, rows, available: encodeAmount(available), held: encodeAmount(held), quote: terms.quote }
}
