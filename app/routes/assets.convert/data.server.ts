// Loader and action of conversion: quote with an expiry, its acceptance, and recent conversions.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { convertAsset, listConversionLines, quoteConversion } from '#services/funds/conversions'
import { convertibleAssets } from '#services/funds/convert-prices'
import { loadCatalogue } from '#services/catalogue'
import { readWithdrawalUse } from '#services/funds/withdrawals'
import { loadMarginChoice } from '#services/loan/margin'
import { refusalText } from '#services/words'
import { id } from '#services/input'
import { readPageId } from '../../forms/command-id.server'
import { answerOf, lookOver, readDecimal } from '../../forms/funds-pages.server'
import type { FundsAnswer } from '../../forms/funds'
import { checkForm } from '../../forms/taken-fields.server'
import { titleOf } from '../../text/title.server'
import {
  fieldOf,
  readLanguage,
  readLiveForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'
import { readSome } from '../../forms/form-input.server'

const RECENT = 10

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const search = new URL(request.url).searchParams
  const now = Date.now()
  const assets = convertibleAssets(await loadCatalogue(env))
  const chosenId = (name: string, code: string) =>
    assets.find(({ id }) => String(id) === search.get(name))?.id ?? assets.find((asset) => asset.code === code)?.id ?? 0
  const fromAssetId = chosenId('from', 'USDT')
  const asked = chosenId('to', 'BTC')
  const toAssetId = asked === fromAssetId ? (assets.find(({ id }) => id !== fromAssetId)?.id ?? 0) : asked
  const [quote, recent, use] = await Promise.all([
    quoteConversion(env, session.userId, { fromAssetId, toAssetId }, now),
    listConversionLines(env, session, { page: 1, limit: RECENT }),
    readWithdrawalUse(env, session),
  ])
  const { balances, frozen } = valueOf(request, use)
  const margin = await loadMarginChoice(env, session, balances)
  const wallet = margin && search.get('wallet') === 'margin' ? 'margin' : 'change'
  const { rows } = valueOf(request, recent)
  return {
    title: titleOf(request, 'funds', 'convert'),
    commandId: crypto.randomUUID(),
    assets: assets.map(({ id, code, scale }) => ({ id, code, scale })),
    fromAssetId,
    toAssetId,
    quote: quote.ok ? quote.value : null,
    noQuote: quote.ok ? '' : refusalText(readLanguage(request), quote.refusal),
    available: balances.find((row) => row.wallet === wallet && row.assetId === fromAssetId)?.available ?? '0',
    margin,
    wallet,
    isFrozen: frozen.trading,
    recent: rows,
    receipt: rows.find((row) => row.commandId === search.get('done')) ?? null,
  }
}

const PAIR = v.object({
  from_currency_id: id,
  to_currency_id: id,
  wallet: v.optional(v.picklist(['change', 'margin'])),
})

export async function action({ request, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env } = context
  const { session, form } = await readLiveForm(request, env)
  const commandId = readPageId(form)
  const read = readSome(request, form, PAIR, { from_currency_id: 'from', to_currency_id: 'to' })
  if (!read.ok) return answerOf(request, form, read.refusal)
  const { from_currency_id: from, to_currency_id: to, wallet } = read.value
  const asked = {
    fromAssetId: from,
    toAssetId: to,
    amount: readDecimal(request, form, 'amount'),
    token: fieldOf(form, 'token'),
    wallet: wallet === 'margin' ? wallet : undefined,
  }
  const taken = await checkForm(env, session, form, {
    fields: ['from', 'to', 'amount', 'token'],
    words: { step: ['review', 'confirm'], wallet: ['margin'] },
  })
  throwIfSessionEnded(request, taken)
  if (!taken.ok) return answerOf(request, form, taken.refusal)
  if (fieldOf(form, 'step') === 'review') return lookOver(form)
  const outcome = await convertAsset(env, session, { commandId, form: asked }, Date.now())
  throwIfSessionEnded(request, outcome)
  if (!outcome.ok) return answerOf(request, form, outcome.refusal)
  const search = new URLSearchParams({
    from: String(from),
    to: String(to),
    ...(asked.wallet && { wallet: asked.wallet }),
    done: commandId,
  })
  throw redirect(`/assets/convert?${search.toString()}`)
}
