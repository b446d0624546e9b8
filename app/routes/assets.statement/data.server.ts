// Loader of the monthly statement: opening, movements by reason, and closing of each asset, in UTC months.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { WALLETS } from '#domain/catalogue'
import { type Amount, formatAmount } from '#domain/money/amount'
import { loadStatement } from '#services/portfolio'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'

/** "2026-11" of an instant. */
const monthText = (at: number): string => new Date(at).toISOString().slice(0, 7)

const readMonth = (text: string | null): number | null =>
  text !== null && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? Date.parse(`${text}-01T00:00:00Z`) : null

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const { searchParams } = new URL(request.url)
  const wallet = WALLETS.find((name) => name === searchParams.get('wallet')) ?? null
  const now = Date.now()
  const asked = { month: readMonth(searchParams.get('month')), wallet, now }
  const { months, month, assets } = valueOf(request, await loadStatement(env, session, asked))
  return {
    title: titleOf(request, 'wallet', 'statement_month'),
    texts: broughtTexts(readLanguage(request), 'portfolio'),
    wallet: wallet ?? ('' as const),
    months: months.map((at) => ({ at, name: monthText(at) })),
    month: { at: month, name: monthText(month), isCurrent: monthText(month) === monthText(now) },
    assets: assets.map(({ asset, opening, received, given, closing, lines }) => {
      const text = (value: Amount) => formatAmount(asset, value)
      return {
        code: asset.code,
        name: asset.name,
        opening: text(opening),
        received: text(received),
        given: text(given),
        closing: text(closing),
        lines: lines.map((line) => ({ ...line, received: text(line.received), given: text(line.given) })),
      }
    }),
  }
}
