// One token sale: terms, description, and the application form.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { findAsset } from '#domain/catalogue'
import { IEO_WALLET } from '#domain/ieo/terms'
import { type AssetScale, encodeAmount, parseAmount } from '#domain/money/amount'
import { loadCatalogue } from '#services/catalogue'
import { type IeoProject, openProject, priceOfPay } from '#services/ieo/projects'
import { listSubscriptions, paysOf, subscribeIeo } from '#services/ieo/subscriptions'
import { listBalances } from '#services/wallet'
import { readSession } from '#session/session'
import { checkForm } from '../../forms/taken-fields.server'
import type { FundsAnswer, RefusedAt } from '../../forms/funds'
import { readPageId } from '../../forms/command-id.server'
import { answerOf, readDecimal } from '../../forms/funds-pages.server'
import type { IeoPay } from '../../forms/ieo'
import { idOf } from '../../lists/query'
import { answerOr } from '../../site/failures.server'
import { broughtTexts } from '../../text/words.server'
import {
  areAmountsHidden,
  fieldOf,
  readLanguage,
  readLiveForm,
  throwIfSessionEnded,
} from '../../visitor/visitor.server'

const ORDERS_SHOWN = 100

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const language = readLanguage(request)
  const id = idOf(params['id'])
  const project = id > 0 ? await openProject(env, { id, language }) : null
  if (!project) throw data(null, { status: 404 })
  const [own, prices, catalogue] = await Promise.all([
    loadOwn(request, env, project),
    paysOf(env, project).then((pays) =>
      Promise.all(pays.map(async (asset) => ({ asset, now: await answerOr(priceOfPay(env, asset.code), null) }))),
    ),
    loadCatalogue(env),
  ])
  if (!project.isShown && !own?.rows.length) throw data(null, { status: 404 })
  const pays: readonly IeoPay[] = prices.map(({ asset: { id: assetId, code, scale }, now }) => ({
    asset: { id: assetId, code, scale },
    price: now?.price ?? null,
    available: own ? (own.available.get(assetId) ?? '0') : null,
  }))
  const rows = own?.rows ?? []
  const ids = [...new Set(rows.flatMap(({ assetId, payAssetId }) => [assetId, payAssetId]))]
  return {
    texts: broughtTexts(language, 'ieo'),
    title: project.title,
    language,
    project,
    pays,
    rows,
    isGuest: own === null,
    names: {
      titles: { [project.id]: project.title },
      assets: Object.fromEntries(ids.flatMap((one) => scaleOf(one, findAsset(catalogue, one)))),
    },
    hasApplied: new URL(request.url).searchParams.has('applied'),
    isHidden: areAmountsHidden(request),
    commandId: crypto.randomUUID(),
    drawnAt: Date.now(),
  }
}

const scaleOf = (id: number, asset: AssetScale | undefined) =>
  asset ? [[id, { code: asset.code, scale: asset.scale }] as const] : []

/** Null for a guest or an ended session, since sales are public. */
async function loadOwn(request: Request, env: Env, project: IeoProject) {
  const session = await readSession(request, env)
  if (!session) return null
  const [listed, sheet] = await Promise.all([
    listSubscriptions(env, session, { projectId: project.id, page: 1, limit: ORDERS_SHOWN }),
    listBalances(env, session),
  ])
  if (!listed.ok || !sheet.ok) return null
  const lines = sheet.value.lines.filter(({ wallet }) => wallet === IEO_WALLET)
  const available = new Map(lines.map(({ assetId, code, available: text }) => [assetId, unitsOf(code, text)]))
  return { rows: listed.value.rows, available }
}

/** Units of decimal text written with all decimals of its asset. */
const unitsOf = (code: string, text: string): string => {
  const scale = text.split('.')[1]?.length ?? 0
  const parsed = parseAmount({ code, scale }, text)
  return parsed.ok ? encodeAmount(parsed.value) : '0'
}

const REFUSED_AT: RefusedAt = {
  ieo_not_whole: 'amount',
  ieo_below_min: 'amount',
  ieo_above_cap: 'amount',
  ieo_sold_out: 'amount',
  ieo_asset_not_taken: 'asset',
}

export async function action({ request, params, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env, place } = context
  const { session, form } = await readLiveForm(request, env)
  const commandId = readPageId(form)
  const seen = fieldOf(form, 'seen')
  const asked = {
    projectId: idOf(params['id']),
    quantity: readDecimal(request, form, 'amount'),
    pay: fieldOf(form, 'pay'),
    // Maximum payment shown on the page; without scripts no figure was shown, so the current price applies without a
    // maximum.
    mostOf: /^[1-9]\d{0,36}$/.test(seen) ? (pay: AssetScale) => mostFor(pay, seen) : null,
  }
  const taken = await checkForm(env, session, form, { fields: ['amount', 'pay', 'seen'] })
  const outcome = !taken.ok
    ? taken
    : await subscribeIeo(env, session, { commandId, country: place.country, form: asked })
  throwIfSessionEnded(request, outcome)
  if (!outcome.ok) return answerOf(request, form, outcome.refusal, REFUSED_AT)
  throw redirect(`/ieo/${asked.projectId}?applied`)
}

/** Accepts a payment up to 1 % above the displayed one, since the price moves while reading. */
const mostFor = ({ code }: AssetScale, seen: string) =>
  parseAmount({ code, scale: 0 }, (BigInt(seen) + BigInt(seen) / 100n).toString())
