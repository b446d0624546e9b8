// Loader of an own lock deposit with yields; actions for early redemption and renewal.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { findKnownAsset } from '#domain/catalogue'
import { loadCatalogue } from '#services/catalogue'
import { findDeposit, listYields, redeemDeposit, setDepositRenewal } from '#services/mining'
import { type Outcome } from '#domain/outcome'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { readPageId } from '../../forms/command-id.server'
import { answered } from '../../forms/answered.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import {
  areAmountsHidden,
  fieldOf,
  readLanguage,
  readLiveForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'
import { readSent, refuseIntent } from '../../forms/form-input.server'

const DONE = ['locked', 'redeemed'] as const
const numberOf = (text: string | undefined): number => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0)

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const orderNo = numberOf(params['id'])
  const found = orderNo > 0 ? await findDeposit(env, session, orderNo) : null
  if (found) throwIfSessionEnded(request, found)
  if (!found?.ok) throw data(null, { status: 404 })
  const page = readPage(request)
  const [catalogue, yields] = await Promise.all([
    loadCatalogue(env),
    listYields(env, session, { orderNo, page, limit: PAGE_SIZE }),
  ])
  const { code, scale } = findKnownAsset(catalogue, found.value.assetId) ?? { code: '', scale: 0 }
  const done = new URL(request.url).searchParams.get('done')
  return {
    texts: broughtTexts(readLanguage(request), 'mining'),
    title: titleOf(request, 'mining', 'deposit_title'),
    row: found.value,
    asset: { code, scale },
    yields: valueOf(request, yields),
    page,
    done: DONE.find((word) => word === done) ?? null,
    commandId: crypto.randomUUID(),
    isHidden: areAmountsHidden(request),
    drawnAt: Date.now(),
  }
}

/** The penalty that was shown, in smallest units. */
const NOTHING = v.object({})
const REDEMPTION = v.object({ penalty: v.pipe(v.string(), v.regex(/^\d{1,37}$/)) })

export async function action({ request, params, context: { env } }: ActionFunctionArgs) {
  const { session, form } = await readLiveForm(request, env)
  const orderNo = numberOf(params['id'])
  const intent = fieldOf(form, 'intent')
  const commandId = `${readPageId(form)}.${intent}`.slice(0, 80)
  const run = async (): Promise<Outcome<unknown>> => {
    if (intent === 'renew' || intent === 'keep') {
      const read = readSent(request, form, NOTHING)
      if (!read.ok) return read
      return setDepositRenewal(env, session, { commandId, orderNo, isRenewed: intent === 'renew' })
    }
    if (intent !== 'redeem') return refuseIntent(intent)
    const read = readSent(request, form, REDEMPTION)
    return read.ok ? redeemDeposit(env, session, { commandId, orderNo, penaltyMax: read.value.penalty }) : read
  }
  const outcome = await run()
  throwIfSessionEnded(request, outcome)
  if (!outcome.ok) return answered(request, form, outcome)
  throw redirect(intent === 'redeem' ? `/earn/lock/orders/${orderNo}?done=redeemed` : `/earn/lock/orders/${orderNo}`)
}
