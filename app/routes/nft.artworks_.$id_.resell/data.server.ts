// Selling an own work: the terms that it would be sold under, and the form.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { redirect } from '@remix-run/cloudflare'
import { DAY_MS, minuteText, parseMinute } from '#domain/time'
import { readTerms, resellWork, workKey } from '#services/nft/trading'
import type { FundsAnswer } from '../../forms/funds'
import { answerOf, readDecimal } from '../../forms/funds-pages.server'
import { loadTraded } from '../../forms/nft-pages.server'
import { titleOf } from '../../text/title.server'
import { fieldOf, readLiveForm, requireSession, throwIfSessionEnded } from '../../visitor/visitor.server'

const PRESET_DAYS = 7

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const [traded, terms] = await Promise.all([
    loadTraded(request, env, { session, key: params['id'] ?? '' }),
    readTerms(env),
  ])
  const { commission, marginRate } = terms
  const { now } = traded
  return {
    ...traded,
    title: titleOf(request, 'lots', 'resell_title'),
    terms: { commission, marginRate },
    times: { from: minuteText(now), to: minuteText(now + PRESET_DAYS * DAY_MS) },
  }
}

export async function action({ request, params, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env, place } = context
  const { session, form } = await readLiveForm(request, env)
  const key = params['id'] ?? ''
  const time = (name: string): number => parseMinute(fieldOf(form, name).slice(0, 16)) ?? 0
  const outcome = await resellWork(env, session, {
    key: workKey(key),
    country: place.country,
    now: Date.now(),
    form: {
      price: readDecimal(request, form, 'amount'),
      step: fieldOf(form, 'mode') === 'auction' ? readDecimal(request, form, 'step') || 'none' : '',
      startsAt: time('from'),
      endsAt: time('to'),
    },
  })
  throwIfSessionEnded(request, outcome)
  if (!outcome.ok) return answerOf(request, form, outcome.refusal)
  throw redirect('/nft/mine?done=on_sale')
}
