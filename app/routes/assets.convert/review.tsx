// Conversion figures beside the form and in the review: a sheet with scripts, otherwise a page.

import { Form, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ConvertPrices, type Side, convertedAmount } from '#domain/funds/convert'
import { ZERO, parseAmount, trimZeros } from '#domain/money/amount'
import { useAlive } from '../../components/use-alive'
import { Button } from '../../components/button'
import { Countdown } from '../../components/countdown'
import { Fact, FactList } from '../../components/fact'
import { Icon } from '../../components/icon'
import { Sheet } from '../../components/sheet'
import type { ConversionReading } from '../../forms/conversion'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

interface Conversion {
  readonly from: Side
  readonly to: Side
  readonly prices: ConvertPrices | null
  readonly reading: ConversionReading
  readonly quoting: { readonly isCounted: boolean; readonly renew: () => void }
}

interface FactsProps {
  readonly conversion: Conversion
  readonly className?: string
  /** Omitted next to the form, whose field already displays it. */
  readonly isWhole?: boolean
}

export function Facts({ conversion, className = '', isWhole = false }: FactsProps) {
  const { t } = useTranslation('funds')
  const numbers = useNumbers()
  const { quote } = useLoaderData<typeof loader>()
  const { from, to, prices, reading, quoting } = conversion
  return (
    <FactList className={className}>
      {isWhole && (
        <Fact label={t('give')}>
          {numbers.amount(from, reading.given)}
          {bound(from.code)}
        </Fact>
      )}
      <Fact label={t('receive')}>
        <span className="font-semibold" data-testid="receive">
          {numbers.amount(to, reading.received)}
          {bound(to.code)}
        </span>
      </Fact>
      <Fact label={t('rate')}>
        <RateText from={from} to={to} prices={prices} />
      </Fact>
      <Fact label={t('fee')}>
        {numbers.amount(from, reading.fee)}
        {bound(from.code)}
        {quote && ` (${numbers.percent(trimZeros(quote.fee))})`}
      </Fact>
      {quote && (
        <Fact label={t('quote_holds')}>
          <Countdown
            key={`${quote.expiresAt} ${quoting.isCounted}`}
            endsAt={quote.expiresAt}
            now={quote.quotedAt}
            label={t('quote_holds')}
            isStill={!quoting.isCounted}
            onEnd={quoting.renew}
          />
        </Fact>
      )}
    </FactList>
  )
}

interface RateTextProps {
  readonly from: Side
  readonly to: Side
  readonly prices: ConvertPrices | null
}

/** Conversion rate; a press inverts it. */
function RateText({ from, to, prices }: RateTextProps) {
  const { t } = useTranslation('funds')
  const numbers = useNumbers()
  const isAlive = useAlive()
  const [isTurned, setTurned] = useState(false)
  const [one, other] = isTurned ? [to, from] : [from, to]
  const whole = parseAmount(one, '1')
  const turned = prices && isTurned ? { from: prices.to, to: prices.from } : prices
  const rate = turned && whole.ok ? convertedAmount(one, other, whole.value, turned) : ZERO
  const text = `${numbers.decimal('1')}\u00a0${one.code} ≈ ${numbers.amount(other, rate)}\u00a0${other.code}`
  if (!isAlive) return text
  return (
    <button
      type="button"
      title={t('turn_round')}
      onClick={() => setTurned(!isTurned)}
      className="-my-2.5 inline-flex min-h-11 items-center gap-1.5 text-right hover:text-selected-text"
    >
      {text}
      <Icon name="swap" className="size-4 shrink-0 text-muted" />
    </button>
  )
}

interface ReviewSheetProps extends Pick<FactsProps, 'conversion'> {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly isSending: boolean
  readonly onConfirm: () => void
}

export function ReviewSheet({ conversion, isOpen, onClose, isSending, onConfirm }: ReviewSheetProps) {
  const { t } = useTranslation('funds')
  const { t: tUi } = useTranslation('ui')
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('review_conversion')}
      size="sm"
      foot={
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={onClose}>{tUi('back')}</Button>
          <Button variant="brand" isBusy={isSending} onClick={onConfirm}>
            {t('convert')}
          </Button>
        </div>
      }
    >
      <Facts conversion={conversion} isWhole />
    </Sheet>
  )
}

interface DrawnReviewProps extends Pick<FactsProps, 'conversion'> {
  readonly sent: Readonly<Record<string, string>>
}

export function DrawnReview({ conversion, sent }: DrawnReviewProps) {
  const { t } = useTranslation('funds')
  return (
    <Form method="post" className="grid gap-4">
      <h2 className="text-lg font-bold">{t('review_conversion')}</h2>
      <Hidden fields={sent} />
      <Facts conversion={conversion} isWhole />
      <Button variant="brand" size="lg">
        {t('convert')}
      </Button>
    </Form>
  )
}

/** Hidden form fields. */
export const Hidden = ({ fields }: { readonly fields: Readonly<Record<string, string>> }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
