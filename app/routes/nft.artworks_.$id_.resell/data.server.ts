// Loader and action of a resale: terms and form.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { redirect } from '@remix-run/cloudflare'
import { DAY_MS, MINUTE_MS, minuteText, parseMinute } from '#domain/time'
import { readTerms, resellWork, workKey } from '#services/nft/trading'
import { checkForm } from '../../forms/taken-fields.server'
import type { FundsAnswer } from '../../forms/funds'
import { answerOf, readDecimal } from '../../forms/funds-pages.server'
import { loadTraded } from '../../forms/nft-pages.server'
import { currentOffset, parseZoneOffset } from '../../visitor/zone'
import { titleOf } from '../../text/title.server'
import { fieldOf, readLiveForm, readOffset, requireSession, throwIfSessionEnded } from '../../visitor/visitor.server'

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

export async function action({ request, params, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env, place } = context
  const { session, form } = await readLiveForm(request, env)
  const key = params['id'] ?? ''
  // Times are in the zone named in the form, even if the browser zone changed since.
  const offset = parseZoneOffset(fieldOf(form, 'offset'))
  const time = (name: string): number => {
    const at = parseMinute(fieldOf(form, name).slice(0, 16))
    return at === undefined ? 0 : at - offset * MINUTE_MS
  }
  const taken = await checkForm(env, session, form, {
    fields: ['amount', 'from', 'to', 'offset', ...(fieldOf(form, 'mode') === 'auction' ? ['step'] : [])],
    words: { mode: ['fixed', 'auction'] },
  })
  const outcome = !taken.ok
    ? taken
    : await resellWork(env, session, {
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
