// Loader and purchase action of an investment series with both outcomes.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { INVEST_SOURCE, investedAsset } from '#domain/invest/series'
import { type AssetScale, encodeAmount } from '#domain/money/amount'
import { buySeries } from '#services/invest'
import { findSeries } from '#services/invest-series'
import { indexPrices } from '#services/quotes'
import { listBalances } from '#services/wallet'
import { readSession } from '#session/session'
import { checkForm } from '../../forms/taken-fields.server'
import { availableIn } from '../../forms/available.server'
import { answered } from '../../forms/answered.server'
import { commandIdOf } from '../../forms/command-id.server'
import { answerOr } from '../../site/failures.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, fieldOf, readLanguage, readOwnForm, throwIfSessionEnded } from '../../visitor/visitor.server'

const idOf = (text: string | undefined): number => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : 0)

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const id = idOf(params['id'])
  const offer = id > 0 ? await findSeries(env, id) : undefined
  if (!offer) throw data(null, { status: 404 })
  const [prices, available] = await Promise.all([
    answerOr(indexPrices(env), []),
    readAvailable(request, env, investedAsset(offer.series)),
  ])
  return {
    texts: broughtTexts(readLanguage(request), 'invest'),
    title: offer.name,
    ...offer,
    index: prices.find(({ symbol }) => symbol === offer.series.symbol)?.priceSteps ?? null,
    available,
    /** Shares of a calculation without scripts. */
    asked: new URL(request.url).searchParams.get('shares') ?? '',
    isHidden: areAmountsHidden(request),
    commandId: crypto.randomUUID(),
    drawnAt: Date.now(),
  }
}

/** Null for a guest or an ended session, since series are public. */
async function readAvailable(
  request: Request,
  env: Env,
  asset: AssetScale & { readonly id: number },
): Promise<string | null> {
  const session = await readSession(request, env)
  const sheet = session && (await listBalances(env, session))
  return sheet?.ok ? encodeAmount(availableIn(sheet.value, INVEST_SOURCE, asset)) : null
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { env, place } = context
  const { session, form } = await readOwnForm(request, env)
  const commandId = commandIdOf(form)
  const taken = await checkForm(env, session, form, { fields: ['shares', 'days'] })
  const outcome = !taken.ok
    ? taken
    : await buySeries(env, session, {
        commandId,
        country: place.country,
        now: Date.now(),
        form: { seriesId: idOf(params['id']), shares: fieldOf(form, 'shares').trim(), days: fieldOf(form, 'days') },
      })
  throwIfSessionEnded(request, outcome)
  if (outcome.ok) throw redirect(`/earn/invest/mine/${outcome.value.orderNo}?done=bought`)
  return answered(request, form, outcome)
}
