// Loan request in two forms: the first computes the terms, the second submits.

import { Form, useActionData, useLoaderData, useNavigation, useSubmit } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { interestOfTerm } from '#domain/loan/interest'
import { LIQUIDATION_RATE } from '#domain/loan/risk'
import { storeTerms } from '#domain/loan/terms'
import { add, formatTrimmed, formatUnits, parseAmount, trimZeros } from '#domain/money/amount'
import { yearly } from '#domain/money/rate'
import { VALUE_SCALE } from '#domain/money/valuation'
import { AmountField } from '../../components/amount-field'
import { Button, buttonClass } from '../../components/button'
import { FigureGrid, FigureList } from '../../components/figure-list'
import { useRefusal } from '../../components/form-focus'
import { percentText } from '../../components/loan/margin-panel'
import { FundsProblems, Notice } from '../../components/notice'
import { SelectField } from '../../components/select'
import { TransferLink } from '../../components/wallet/transfer-link'
import { plainDecimal } from '../../forms/decimal-field'
import { commandOf } from '../../forms/funds'
import { useNumbers } from '../../text/numbers'
import { Entitlement, useWhole } from './terms'
import type { action, loader } from './data.server'

export function BorrowTab() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <AskForm />
      <Preview />
    </div>
  )
}

function AskForm() {
  const { t } = useTranslation('loan')
  const numbers = useNumbers()
  const { terms, termId, unit, scale, amount, problem } = useLoaderData<typeof loader>()
  const [typed, setTyped] = useState({ amount, text: amount })
  // A new address brings its own amount.
  if (typed.amount !== amount) setTyped({ amount, text: amount })
  const chosen = terms.find(({ id }) => id === termId)
  const whole = useWhole()
  const isAsking = useNavigation().state === 'loading'
  const submit = useSubmit()
  const choose = (term: string) => {
    // An amount of another asset would be another loan.
    const isSame = terms.find(({ id }) => String(id) === term)?.asset.code === unit
    submit({ tab: 'borrow', term, ...(isSame && { amount: typed.text }) })
  }
  const words = ({ asset, days, dailyRate }: (typeof terms)[number]) =>
    t('term_option', { asset: asset.code, days, apr: numbers.rate(yearly(dailyRate)) })
  return (
    <Form method="get" className="panel grid h-fit gap-4 p-4 lg:p-6" aria-busy={isAsking}>
      <input type="hidden" name="tab" value="borrow" />
      {chosen && <Result terms={chosen} typed={typed.text} />}
      <SelectField
        label={t('term')}
        name="term"
        key={`term ${termId}`}
        defaultValue={String(termId)}
        onChange={(event) => choose(event.currentTarget.value)}
        options={terms.filter(({ isOpen }) => isOpen).map((each) => ({ value: String(each.id), words: words(each) }))}
      />
      <AmountField
        label={t('amount')}
        name="amount"
        key={`${termId} ${amount}`}
        unit={unit}
        scale={scale}
        defaultValue={amount}
        onText={(text) => setTyped({ amount, text })}
        isRequired
        hint={chosen && t('amount_hint', { min: whole(chosen.worthMin), max: whole(chosen.worthMax) })}
        problem={problem ?? undefined}
      />
      {chosen && <Outlook terms={chosen} typed={typed.text} />}
      <Button variant="brand" size="lg" isBusy={isAsking}>
        {t('work_out')}
      </Button>
    </Form>
  )
}

interface OutlookProps {
  readonly terms: ReturnType<typeof useLoaderData<typeof loader>>['terms'][number]
  /** Amount as typed. */
  readonly typed: string
}

/** What a typed amount comes to; the wallet's risk rate with it comes from the server. */
function useOutlook({ terms, typed }: OutlookProps) {
  const numbers = useNumbers()
  const { asset } = terms
  const parsed = parseAmount(asset, plainDecimal(typed, numbers.language))
  const amount = parsed.ok ? parsed.value : null
  const interest = amount && interestOfTerm(amount, storeTerms(terms))
  const coins = (value: typeof amount) => (value === null ? '—' : `${numbers.amount(asset, value)}\u00a0${asset.code}`)
  return {
    receives: coins(amount),
    interest: coins(interest),
    back: coins(amount && interest && add(amount, interest)),
  }
}

/** What one gets and gives back, with a badge that says whether one may borrow. */
function Result(outlook: OutlookProps) {
  const { t } = useTranslation('loan')
  const { receives, back } = useOutlook(outlook)
  return (
    <div className="flex items-start justify-between gap-x-3 gap-y-2 has-[details[open]]:flex-wrap">
      <FigureGrid
        className="shrink-0 gap-2 text-lg lg:text-xl"
        rows={[
          { key: 'receives', label: t('you_get'), value: receives, isStrong: true },
          { key: 'total', label: t('back_whole'), value: back, isStrong: true },
        ]}
      />
      <Entitlement isBeside />
    </div>
  )
}

/** Rate, interest, collateral and liquidation of the loan. */
function Outlook(outlook: OutlookProps) {
  const { t } = useTranslation('loan')
  const numbers = useNumbers()
  const { userId } = useLoaderData<typeof loader>()
  const { dailyRate } = outlook.terms
  const { interest } = useOutlook(outlook)
  return (
    <FigureList
      className="text-sm"
      look="close"
      rows={[
        { key: 'daily', label: t('daily_rate'), value: numbers.rate(dailyRate) },
        { key: 'cost', label: t('interest_whole'), value: interest },
        { key: 'margin_asset', label: t('margin_asset'), value: t('margin_asset_all') },
        {
          key: 'seized',
          label: t('threshold_seized'),
          value: numbers.percent(trimZeros(percentText(LIQUIDATION_RATE))),
        },
        ...(userId === null ? [] : [{ key: 'uid', label: t('uid'), value: String(userId) }]),
      ]}
    />
  )
}

function Preview() {
  const { t } = useTranslation('loan')
  const numbers = useNumbers()
  const { preview, borrower, mayBorrow, closed } = useLoaderData<typeof loader>()
  if (preview === null) {
    return (
      <section className="panel grid h-fit gap-2 p-4 text-sm text-muted lg:p-6">
        <h2 className="font-semibold text-ink">{t('how_title')}</h2>
        <ol className="grid list-decimal gap-2 pl-5">
          {(['how_move', 'how_ask', 'how_review', 'how_credit'] as const).map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ol>
      </section>
    )
  }
  const { terms, amount, worth, interest, back, rate, missing, marginAsset } = preview
  const coins = (value: typeof amount) => `${numbers.amount(terms.asset, value)}\u00a0${terms.asset.code}`
  const isEntitled = borrower !== null && mayBorrow && borrower.identity > 0
  return (
    <section className="panel grid h-fit gap-4 p-4 lg:p-6">
      <h2 className="font-semibold">{t('preview_title')}</h2>
      <FigureList
        className="text-sm"
        rows={[
          { key: 'amount', label: t('amount'), value: coins(amount), isStrong: true },
          { key: 'worth', label: t('worth'), value: `${numbers.usdt(formatUnits(worth, VALUE_SCALE))}\u00a0USDT` },
          { key: 'days', label: t('days'), value: numbers.count(terms.days) },
          { key: 'daily_rate', label: t('daily_rate'), value: numbers.rate(terms.dailyRate) },
          { key: 'interest', label: t('interest_whole'), value: coins(interest) },
          { key: 'back', label: t('back_whole'), value: coins(back) },
          { key: 'late_rate', label: t('late_rate'), value: numbers.rate(terms.lateRate) },
          { key: 'rate', label: t('risk_after'), value: rate === null ? '—' : numbers.percent(percentText(rate)) },
        ]}
      />
      <p className="text-xs text-muted">{t('hour_begun')}</p>
      {missing > 0n && (
        <>
          <Notice tone="bad">
            {t('missing', {
              amount: numbers.decimal(formatTrimmed(marginAsset, missing)),
              asset: marginAsset.code,
            })}
          </Notice>
          <TransferLink asset={marginAsset} to="margin" missing={missing} className={buttonClass({ size: 'sm' })}>
            {t('move_in')}
          </TransferLink>
        </>
      )}
      {isEntitled && missing === 0n && closed === null && <SendForm />}
    </section>
  )
}

function SendForm() {
  const { t } = useTranslation('loan')
  const { preview, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const isSending = useNavigation().formMethod === 'POST'
  if (preview === null) return null
  const { terms, amount, marginAsset } = preview
  return (
    <Form ref={form} method="post" className="grid gap-3">
      <FundsProblems answer={answer} fields={['form', 'amount', 'asset', 'voucher']} />
      <input type="hidden" name="commandId" value={commandOf(answer, commandId)} />
      <input type="hidden" name="term" value={terms.id} />
      <input type="hidden" name="amount" value={formatTrimmed(terms.asset, amount)} />
      <input type="hidden" name="margin" value={marginAsset.id} />
      <p className="text-xs text-muted">{t('send_text')}</p>
      <Button variant="brand" size="lg" isBusy={isSending}>
        {t('send')}
      </Button>
    </Form>
  )
}
