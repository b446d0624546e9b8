// Position closes as a file: /orders/futures/export. One line per close, in full precision.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { wholeLots } from '#domain/futures/terms'
import { formatUnits, decodeAmount } from '#domain/money/amount'
import { formatSteps } from '#domain/quotes/steps'
import { eachClosePage } from '#services/futures-closes'
import { ownFile } from '../lists/own-file.server'
import { isoInstant } from '../text/dates'
import { pageI18n } from '../text/i18n.server'
import { readLanguage, readOffset, requireSession } from '../visitor/visitor.server'

/** Contracts are margined in USDT. */
const SCALE = 6

const HEADS = [
  'ended_at',
  'pair',
  'direction',
  'mode',
  'leverage',
  'closed_lots',
  'entry',
  'closed_at_price',
  'price_result',
  'receipt_why',
  'fee',
  'overnight',
  'liquidation_fee',
  'insured',
  'result',
  'order',
  'receipt',
] as const

export async function loader({ request, context: { env } }: LoaderFunctionArgs): Promise<Response> {
  const session = await requireSession(request, env)
  const [language, offset] = [readLanguage(request), readOffset(request)]
  const { t } = pageI18n(language)
  const money = (text: string) => formatUnits(decodeAmount(text), SCALE)
  return ownFile(request, {
    name: 'positions',
    heads: HEADS.map((key) => t(key, { ns: 'futures' })),
    pages: eachClosePage(env, session),
    fieldsOf: ({ position, close, isLast }) => [
      isoInstant(close.at, offset),
      position.symbol.replace('-', '/'),
      t(position.direction, { ns: 'futures' }),
      t(position.mode, { ns: 'futures' }),
      String(position.leverage),
      String(wholeLots(close.lots, position.terms)),
      position.openSteps === null ? '' : formatSteps(position.openSteps, position.terms.priceDecimals),
      formatSteps(close.closeSteps, position.terms.priceDecimals),
      money(close.result),
      t(`cause_${close.cause}`, { ns: 'futures' }),
      // Costs of the whole position, listed once.
      isLast ? money(position.fee) : '',
      isLast ? money(position.overnightPaid) : '',
      money(close.liquidationFee),
      money(close.insured),
      isLast ? money(position.net) : '',
      String(position.positionNo),
      close.receiptId,
    ],
  })
}
