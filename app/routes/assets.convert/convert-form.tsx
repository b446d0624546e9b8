// The pair, the amount, what it gives, and how long the quote still holds.

import { Form, Link, useActionData, useLoaderData, useNavigation, useRevalidator, useSubmit } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ConvertPrices, type Side, convertFee, convertedAmount, mostToConvert } from '#domain/funds/convert'
import { ZERO, decodeAmount, formatTrimmed, parseAmount, trimZeros } from '#domain/money/amount'
import { parseUsdt } from '#domain/money/valuation'
import { useAlive } from '../../components/use-alive'
import { AmountField } from '../../components/amount-field'
import { BalanceText } from '../../components/balance-text'
import { Button } from '../../components/button'
import { Countdown } from '../../components/countdown'
import { FundsProblems, Notice } from '../../components/notice'
import { Icon } from '../../components/icon'
import { SelectField } from '../../components/select'
import { useRefusal } from '../../components/form-focus'
import { useSite } from '../../site/site'
import { plainDecimal } from '../../forms/decimal-field'
import { amountProblem, commandOf } from '../../forms/funds'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export function ConvertForm() {
  const { t } = useTranslation('funds')
  const numbers = useNumbers()
  const { language } = useSite()
  const { assets, fromAssetId, toAssetId, quote, noQuote, available, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const isSending = useNavigation().formMethod === 'POST'
  const [text, setText] = useState(answer?.fields['amount'] ?? '')
  const from = assets.find(({ id }) => id === fromAssetId)
  const to = assets.find(({ id }) => id === toAssetId)
  const typed = from && parseAmount(from, plainDecimal(text, language))
  const given = typed?.ok ? typed.value : ZERO
  const quoting = useQuoting(given > ZERO)
  if (!from || !to) return null
  const prices = quote && pricesOf(quote)
  const received = prices ? convertedAmount(from, to, given, prices) : ZERO
  return (
    <>
      <PairForm />
      <Form ref={form} method="post" className="grid gap-4">
        <FundsProblems answer={answer} fields={['form', 'asset']} />
        {noQuote && <Notice tone="bad">{noQuote}</Notice>}
        <input type="hidden" name="commandId" value={commandOf(answer, commandId)} />
        <input type="hidden" name="language" value={language} />
        <input type="hidden" name="from" value={fromAssetId} />
        <input type="hidden" name="to" value={toAssetId} />
        <input type="hidden" name="token" value={quote?.token ?? ''} />
        <AmountField
          label={t('give')}
          name="amount"
          unit={from.code}
          scale={from.scale}
          value={text}
          onText={setText}
          max={formatTrimmed(from, mostToConvert(decodeAmount(available)))}
          hasSteps
          isRequired
          available={<BalanceText asset={from} value={decodeAmount(available)} usdtPrice={quote?.fromPrice} />}
          problem={amountProblem(answer, text)}
        />
        <dl className="divide-y divide-line rounded-xl bg-raised px-3 text-sm">
          <Line label={t('receive')}>
            <span className="font-semibold" data-testid="receive">
              {numbers.amount(to, received)} {to.code}
            </span>
          </Line>
          <Line label={t('rate')}>
            <RateText from={from} to={to} prices={prices} />
          </Line>
          <Line label={t('fee')}>
            {numbers.amount(from, convertFee(given))} {from.code}
            {quote && ` (${numbers.percent(trimZeros(quote.fee))})`}
          </Line>
          {quote && (
            <Line label={t('quote_holds')}>
              <Countdown
                key={`${quote.expiresAt} ${quoting.isCounted}`}
                endsAt={quote.expiresAt}
                now={quote.quotedAt}
                label={t('quote_holds')}
                isStill={!quoting.isCounted}
                onEnd={quoting.renew}
              />
            </Line>
          )}
        </dl>
        <Button variant="brand" size="lg" isBusy={isSending} disabled={!quote}>
          {t('convert')}
        </Button>
        <p className="-mt-1 text-center text-xs text-muted">{t('convert_text')}</p>
      </Form>
    </>
  )
}

interface RateTextProps {
  readonly from: Side
  readonly to: Side
  readonly prices: ConvertPrices | null
}

/** What one is of the other; a press says it the other way round. */
function RateText({ from, to, prices }: RateTextProps) {
  const { t } = useTranslation('funds')
  const numbers = useNumbers()
  const isAlive = useAlive()
  const [isTurned, setTurned] = useState(false)
  const [one, other] = isTurned ? [to, from] : [from, to]
  const whole = parseAmount(one, '1')
  const turned = prices && isTurned ? { from: prices.to, to: prices.from } : prices
  const rate = turned && whole.ok ? convertedAmount(one, other, whole.value, turned) : ZERO
  const text = `${numbers.decimal('1')} ${one.code} ≈ ${numbers.amount(other, rate)} ${other.code}`
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

/** A quote runs down only for somebody who has an amount to convert, and begins anew with it: until then it has grown old unseen. */
function useQuoting(isWanted: boolean) {
  const { revalidate: renew, state } = useRevalidator()
  useEffect(() => {
    if (isWanted) renew()
  }, [isWanted, renew])
  return { isCounted: isWanted && state === 'idle', renew }
}

function pricesOf({ fromPrice, toPrice }: { readonly fromPrice: string; readonly toPrice: string }) {
  const [from, to] = [parseUsdt(fromPrice), parseUsdt(toPrice)]
  return from === null || to === null || to === 0n ? null : { from, to }
}

const Line = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="flex justify-between gap-4 py-2.5">
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 text-right break-words">{children}</dd>
  </div>
)

/** A choice of the pair is another quote: another address of this page. */
function PairForm() {
  const { t } = useTranslation('funds')
  const isAlive = useAlive()
  const submit = useSubmit()
  const { assets, fromAssetId, toAssetId } = useLoaderData<typeof loader>()
  const options = assets.map(({ id, code }) => ({ value: String(id), words: code }))
  return (
    <Form
      method="get"
      className="grid grid-cols-[1fr_auto_1fr] items-end gap-2"
      onChange={(event) => submit(event.currentTarget, { replace: true, preventScrollReset: true })}
    >
      <SelectField
        key={`from ${fromAssetId}`}
        label={t('from')}
        name="from"
        defaultValue={String(fromAssetId)}
        options={options}
      />
      <Link
        to={`?from=${toAssetId}&to=${fromAssetId}`}
        replace
        aria-label={t('turn_round')}
        className="grid size-11 place-items-center rounded-full bg-raised text-selected-text transition hover:bg-pressed"
      >
        <Icon name="swap" className="size-5" />
      </Link>
      <SelectField
        key={`to ${toAssetId}`}
        label={t('to')}
        name="to"
        defaultValue={String(toAssetId)}
        options={options}
      />
      {!isAlive && (
        <Button size="sm" className="col-span-3">
          {t('quote_ask')}
        </Button>
      )}
    </Form>
  )
}
