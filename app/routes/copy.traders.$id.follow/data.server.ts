// Loader and actions of following a trader: form with preview, and unfollow.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { hundredthsText } from '#domain/copy/terms'
import { decodeAmount, formatUnits, trimZeros } from '#domain/money/amount'
import { formatPercentTrimmed, rate } from '#domain/money/rate'
import { type Outcome, refuse } from '#domain/outcome'
import { cancelFollowing, followTrader, listFollowings } from '#services/copy/following'
import { listTrades, readCopyTerms, readTrader } from '#services/copy/traders'
import { findTerms } from '#services/futures-terms'
import { flag } from '#services/input'
import { operation } from '#services/operation'
import { form, forms } from '../../site/page.server'
import { broughtTexts } from '../../text/words.server'
import { pageI18n } from '../../text/i18n.server'
import { readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'

const idOf = (text: string | undefined): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0)

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const traderId = idOf(params['id'])
  const [profile, log, terms, own] = await Promise.all([
    readTrader(env, traderId),
    listTrades(env, { traderId, page: 1, limit: 1 }),
    readCopyTerms(env),
    listFollowings(env, session),
  ])
  const { rows } = valueOf(request, own)
  if (!profile.ok) throw new Response('Not found', { status: 404 })
  const { trader } = profile.value
  const following = rows.find((row) => row.traderId === traderId && row.state === 'active')
  const money = (units: string | null | undefined) => (units ? trimZeros(formatUnits(decodeAmount(units), 6)) : '')
  const language = readLanguage(request)
  return {
    texts: broughtTexts(language, 'copy'),
    title: pageI18n(language).t('follow_title', { ns: 'copy', replace: { trader: trader.nickname } }),
    id: traderId,
    isClosed: trader.state === 'closed',
    isHalted: !terms.isOpen,
    share: formatPercentTrimmed(following ? rate(BigInt(following.share)) : trader.share),
    slippage: formatPercentTrimmed(terms.slippageMax),
    multipleMax: hundredthsText(terms.multipleMax),
    lotsMax: hundredthsText(terms.lotsMax),
    isFollowed: following !== undefined,
    chosen: {
      kind: following?.kind ?? ('multiple' as const),
      number: hundredthsText(following?.number ?? 100),
      margin_max: money(following?.marginMax),
      order_max: money(following?.orderMax),
      loss_max: money(following?.lossMax),
    },
    last: log.ok ? await lastTrade(env, log.value.rows[0]) : null,
    commandId: crypto.randomUUID(),
  }
}

/** Numbers of the trader's last trade, for the example; null without trades. */
async function lastTrade(
  env: Env,
  trade: { symbol: string; lots: number; leverage: number; openSteps: number } | undefined,
) {
  const terms = trade && (await findTerms(env, trade.symbol))
  if (!trade || !terms) return null
  const { symbol, lots, leverage, openSteps } = trade
  return { symbol, lots, leverage, openSteps, stepValue: terms.stepValue.toString(), lotsMin: terms.lotsMin }
}

/** The page shows the agreement, and asks for it. */
const followAgreed = operation({
  ...followTrader,
  input: v.object({ ...followTrader.input.entries, agree: v.optional(flag) }),
  run: async (caller, { agree, ...asked }): Promise<Outcome<unknown>> =>
    agree ? followTrader.run(caller, asked) : refuse('copy_agreement_needed'),
})

const traderOf = ({ id = '' }: ActionFunctionArgs['params']) => ({ trader_id: id })

export const action = forms({
  follow: form(followAgreed, {
    given: traderOf,
    // An emptied limit is none.
    emptied: { margin_max: '', order_max: '', loss_max: '' },
    leadsTo: () => '/copy/mine?done=followed',
  }),
  stop: form(cancelFollowing, { given: traderOf, leadsTo: () => '/copy/mine?done=stopped' }),
})
