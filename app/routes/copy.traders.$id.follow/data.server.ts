// Loader and actions of following a trader: form with preview, and unfollow.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { hundredthsText } from '#domain/copy/terms'
import { decodeAmount, formatUnits, trimZeros } from '#domain/money/amount'
import { formatPercentTrimmed, rate } from '#domain/money/rate'
import { type Outcome, refuse } from '#domain/outcome'
import { cancelFollowing, followTrader, listFollowings } from '#services/copy/following'
import { listTrades, readCopyTerms, readTrader } from '#services/copy/traders'
import { findTerms } from '#services/futures-terms'
import { isSessionLive } from '#services/sessions'
import { placeOf } from '#session/place'
import type { Session } from '#session/session'
import { checkForm } from '../../forms/taken-fields.server'
import { plainDecimal } from '../../forms/decimal-field'
import { broughtTexts } from '../../text/words.server'
import { pageI18n } from '../../text/i18n.server'
import {
  fieldOf,
  ownRefusalText,
  readFormLanguage,
  readLanguage,
  readOwnForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'

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
      marginMax: money(following?.marginMax),
      orderMax: money(following?.orderMax),
      lossMax: money(following?.lossMax),
    },
    last: log.ok ? await lastTrade(env, log.value.rows[0]) : null,
    commandId: crypto.randomUUID(),
  }
}

/** Numbers of the trader's last trade, for the example; null without trades. */
async function lastTrade(
  env: Env,
  trade: { symbol: string; lots: number; multiple: number; openSteps: number } | undefined,
) {
  const terms = trade && (await findTerms(env, trade.symbol))
  if (!trade || !terms) return null
  const { symbol, lots, multiple, openSteps } = trade
  return { symbol, lots, multiple, openSteps, stepValue: terms.stepValue.toString(), lotsMin: terms.lotsMin }
}

export interface FollowAnswer {
  readonly problem: string | null
  readonly fields: Readonly<Record<string, string>>
  readonly isUnanswered?: boolean | undefined
}

export async function action({ request, params, context: { env } }: ActionFunctionArgs): Promise<FollowAnswer> {
  const { session, form } = await readOwnForm(request, env)
  const traderId = idOf(params['id'])
  const isStop = fieldOf(form, 'intent') === 'stop'
  const taken = await checkForm(env, session, form, isStop ? STOP : FOLLOW)
  const outcome = !taken.ok
    ? taken
    : isStop
      ? await stop(env, session, form, traderId)
      : await follow(request, env, session, form, traderId)
  throwIfSessionEnded(request, outcome)
  if (outcome.ok) throw redirect(`/copy/mine?done=${isStop ? 'stopped' : 'followed'}`)
  const names = ['kind', 'number', 'marginMax', 'orderMax', 'lossMax', 'commandId']
  return {
    problem: ownRefusalText(request, outcome.refusal),
    fields: Object.fromEntries(names.map((name) => [name, fieldOf(form, name)])),
  }
}

const STOP = { words: { copies: ['keep', 'close'] } }
const FOLLOW = {
  fields: ['number', 'margin_max', 'order_max', 'loss_max', 'agree'],
  words: { kind: ['lots', 'multiple'] },
}

const stop = (env: Env, session: Session, form: FormData, traderId: number): Promise<Outcome<unknown>> =>
  cancelFollowing(env, session, {
    commandId: `${fieldOf(form, 'commandId')}.stop`,
    traderId,
    copies: fieldOf(form, 'copies') === 'close' ? 'close' : 'keep',
  })

async function follow(
  request: Request,
  env: Env,
  session: Session,
  form: FormData,
  traderId: number,
): Promise<Outcome<unknown>> {
  if (fieldOf(form, 'agree') === '')
    return refuse((await isSessionLive(env, session)) ? 'copy_agreement_needed' : 'session_ended')
  const language = readFormLanguage(request, form)
  const number = (name: string) => {
    const text = fieldOf(form, name).trim()
    return text === '' ? '' : plainDecimal(text, language)
  }
  const limit = (name: string) => (form.has(name) ? number(name) : undefined)
  return followTrader(env, session, {
    commandId: fieldOf(form, 'commandId') || crypto.randomUUID(),
    country: placeOf(request).country,
    form: {
      traderId,
      kind: fieldOf(form, 'kind') === 'lots' ? 'lots' : 'multiple',
      number: number('number'),
      // Empty removes a limit; an absent field leaves it unchanged.
      marginMax: limit('marginMax'),
      orderMax: limit('orderMax'),
      lossMax: limit('lossMax'),
    },
  })
}
