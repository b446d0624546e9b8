// Loader and actions of alerts: form data of the chosen kind, open alerts, ended alerts.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { ALERT_KINDS, type AlertKind } from '#domain/alerts/alert'
import type { Catalogue } from '#domain/catalogue'
import type { Language } from '#domain/language'
import { formatSteps } from '#domain/quotes/steps'
import type { Session } from '#session/session'
import {
  listEndedAlerts,
  listOpenAlerts,
  removeAlert,
  setFillAlert,
  setLiquidationAlert,
  setMoveAlert,
  setPriceAlert,
} from '#services/alerts'
import { loadCatalogue } from '#services/catalogue'
import { loadFutures } from '#services/futures'
import { indexPrices } from '#services/quotes'
import { listOrders } from '#services/spot'
import type { Option } from '../../components/select'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { form, forms } from '../../site/page.server'
import { pageI18n } from '../../text/i18n.server'
import { numbersIn } from '../../text/numbers'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const language = readLanguage(request)
  const { searchParams } = new URL(request.url)
  const kind = ALERT_KINDS.find((each) => each === searchParams.get('kind')) ?? 'price'
  const page = readPage(request)
  const [catalogue, prices, open, ended] = await Promise.all([
    loadCatalogue(env),
    indexPrices(env),
    listOpenAlerts(env, session),
    listEndedAlerts(env, session, { page, limit: PAGE_SIZE }),
  ])
  const pair = catalogue.pairs.find(({ symbol }) => symbol === searchParams.get('symbol')) ?? catalogue.pairs[0]
  const priceSteps = prices.find(({ symbol }) => symbol === pair?.symbol)?.priceSteps
  return {
    texts: broughtTexts(language, 'alerts'),
    title: titleOf(request, 'alerts', 'title'),
    kind,
    symbol: pair?.symbol ?? '',
    price: pair && priceSteps !== undefined ? formatSteps(priceSteps, pair.priceDecimals) : null,
    subjects: await subjectsOf(request, { env, session, language, kind, catalogue }),
    open: valueOf(request, open),
    ended: valueOf(request, ended),
    page,
    commandId: crypto.randomUUID(),
  }
}

export const action = forms({
  price: form(setPriceAlert),
  move: form(setMoveAlert),
  fill: form(setFillAlert),
  liquidation: form(setLiquidationAlert),
  remove: form(removeAlert),
})

interface Asked {
  readonly env: Env
  readonly session: Session
  readonly language: Language
  readonly kind: AlertKind
  readonly catalogue: Catalogue
}

const pairText = (symbol: string): string => symbol.replace('-', '/')
const OPEN_ORDERS = { stage: 'open', page: 1, limit: 100 } as const

/** Targets available for this kind of alert. */
async function subjectsOf(request: Request, { env, session, language, kind, catalogue }: Asked): Promise<Option[]> {
  const { t } = pageI18n(language)
  if (kind === 'fill') {
    const { rows } = valueOf(request, await listOrders(env, session, OPEN_ORDERS))
    const numbers = numbersIn(language)
    return rows.map(({ orderNo, symbol, side, ticks, lots }) => {
      const pair = catalogue.pairs.find((each) => each.symbol === symbol)
      const size = pair ? [numbers.quantity(pair, lots), numbers.price(pair, ticks)] : []
      const words = [`#${orderNo}`, pairText(symbol), t(side, { ns: 'spot' }), ...size]
      return { value: String(orderNo), words: words.join(' · ') }
    })
  }
  if (kind === 'liquidation') {
    const { rows } = valueOf(request, await loadFutures(env, session))
    return rows
      .filter(({ state }) => state === 'open')
      .map(({ positionNo, symbol, direction, leverage }) => ({
        value: String(positionNo),
        words: [`#${positionNo}`, pairText(symbol), `${t(direction, { ns: 'futures' })} ${leverage}×`].join(' · '),
      }))
  }
  return catalogue.pairs.map(({ symbol }) => ({ value: symbol, words: pairText(symbol) }))
}
