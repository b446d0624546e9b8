// Loader and action of a resale: terms and form.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { redirect } from '@remix-run/cloudflare'
import { DAY_MS, MINUTE_MS, minuteText } from '#domain/time'
import { readTerms, resellWork, workKey } from '#services/nft/trading'
import { minute, decimal } from '#services/input'
import type { Outcome } from '#domain/outcome'
import type { FundsAnswer } from '../../forms/funds'
import { answerOf } from '../../forms/funds-pages.server'
import { loadTraded } from '../../forms/nft-pages.server'
import { currentOffset, parseZoneOffset } from '../../visitor/zone'
import { titleOf } from '../../text/title.server'
import { readLiveForm, readOffset, requireSession, throwIfSessionEnded } from '../../visitor/visitor.server'
import { readSent, readSome } from '../../forms/form-input.server'

const PRESET_DAYS = 7

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const [traded, terms] = await Promise.all([
    loadTraded(request, env, { session, key: params['id'] ?? '' }),
    readTerms(env),
  ])
  const { commission, marginRate } = terms
  const { now } = traded
  const offset = currentOffset(readOffset(request))
  const here = now + offset * MINUTE_MS
  return {
    ...traded,
    title: titleOf(request, 'lots', 'resell_title'),
    terms: { commission, marginRate },
    times: { offset, from: minuteText(here), to: minuteText(here + PRESET_DAYS * DAY_MS) },
  }
}

const MODE = v.object({ mode: v.picklist(['fixed', 'auction']) })
const FIXED = v.object({ ...MODE.entries, amount: decimal, from: minute, to: minute, offset: v.string() })
const AUCTION = v.object({ ...FIXED.entries, step: v.optional(decimal) })

export async function action({ request, params, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env, place } = context
  const { session, form } = await readLiveForm(request, env)
  const key = params['id'] ?? ''
  const chosen = readSome(request, form, MODE)
  if (!chosen.ok) return answerOf(request, form, chosen.refusal)
  const { mode } = chosen.value
  const read: Outcome<v.InferOutput<typeof AUCTION>> =
    mode === 'fixed' ? readSent(request, form, FIXED) : readSent(request, form, AUCTION)
  if (!read.ok) return answerOf(request, form, read.refusal)
  const { amount, step, from, to } = read.value
  // Times are in the zone named in the form, even if the browser zone changed since.
  const offset = parseZoneOffset(read.value.offset)
  const time = (at: number): number => at - offset * MINUTE_MS
  const outcome = await resellWork(env, session, {
    key: workKey(key),
    country: place.country,
    now: Date.now(),
    form: {
      price: amount,
      step: mode === 'auction' ? (step ?? 'none') : '',
      startsAt: time(from),
      endsAt: time(to),
    },
  })
  throwIfSessionEnded(request, outcome)
  if (!outcome.ok) return answerOf(request, form, outcome.refusal)
  throw redirect('/nft/mine?done=on_sale')
}
