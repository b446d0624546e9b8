// What an alert waits for, in words; used on its owner's page and at the desk.

import type { TFunction } from 'i18next'
import { rate } from '#domain/money/rate'
import { formatSteps } from '#domain/quotes/steps'
import type { AlertRow } from '#party/protocol/alerts'
import type { Numbers } from '../text/numbers'

interface Writing {
  readonly t: TFunction<'alerts'>
  readonly numbers: Numbers
}

export const alertPrice = (numbers: Numbers, { priceDecimals }: AlertRow, priceSteps: number): string =>
  numbers.decimal(formatSteps(priceSteps, priceDecimals))

export function alertWaits(row: AlertRow, { t, numbers }: Writing): string {
  const percent = row.rate === null ? '' : numbers.rate(rate(BigInt(row.rate)))
  switch (row.kind) {
    case 'price':
      return t(row.direction === 'fall' ? 'waits_fall' : 'waits_rise', {
        price: alertPrice(numbers, row, row.targetSteps ?? 0),
      })
    case 'move':
      return t('waits_move', { percent, hours: row.hours })
    case 'fill':
      return t('waits_fill', { order: row.orderNo })
    case 'liquidation':
      return t('waits_liquidation', { percent, order: row.positionNo })
  }
}
