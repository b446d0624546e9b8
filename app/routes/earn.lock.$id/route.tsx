// Lock mining product page: terms, yield of an amount (computed by the payout functions), lock button.

import { useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MINING_SOURCE } from '#domain/mining/terms'
import { nextMidnight, paysAt } from '#domain/mining/deposit'
import { amount, decodeAmount, formatAmount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { AmountField } from '../../components/amount-field'
import { AskedForm } from '../../components/asked-form'
import { featurePage } from '../../components/feature-words'
import { type Figure, FigureList } from '../../components/figure-list'
import { useRateRanges } from '../../components/mining/offers'
import { Moment } from '../../components/moment'
import { AnswerNotice, Notice } from '../../components/notice'
import { PayingWallet } from '../../components/wallet/paying-wallet'
import { PageHeader } from '../../components/page-header'
import { SelectField } from '../../components/select'
import { Switch } from '../../components/switch'
import { type LockFigures, readLock } from '../../forms/mining'
import { problemAt } from '../../site/answer'
import { useSite } from '../../site/site'
import { clockWords, zoneWords } from '../../text/dates'
import { SubmitOrLogIn } from '../../components/trade/submit-or-log-in'
import { useNumbers } from '../../text/numbers'
import { useRefusalWords } from '../../text/words'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('mining', Product)

function Product() {
  const { t } = useTranslation('mining')
  const { terms } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-5xl pb-8 lg:px-5">
      <PageHeader title={`${terms.asset.code} · ${t('days', { count: terms.days })}`} backTo="/earn/lock" />
      <div className="grid items-start gap-4 px-4 lg:grid-cols-2 lg:px-0">
        <Terms />
        <LockForm />
      </div>
    </div>
  )
}

function Terms() {
  const { t } = useTranslation('mining')
  const numbers = useNumbers()
  const { apr, daily } = useRateRanges()(useLoaderData<typeof loader>().terms)
  const { offset } = useSite()
  const { terms, left, drawnAt } = useLoaderData<typeof loader>()
  const { asset } = terms
  const money = (value: bigint) => `${numbers.amount(asset, amount(value))}\u00a0${asset.code}`
  const tiers: Figure[] =
    terms.tiers.length < 2
      ? []
      : terms.tiers.map(({ from, dailyRate }) => ({
          key: `tier-${from}`,
          label: t('tier_from', { amount: money(from) }),
          value: numbers.rate(dailyRate),
        }))
  const payAt = paysAt({ startsAt: nextMidnight(drawnAt) }, 0, terms.payMinute)
  return (
    <div className="grid gap-3">
      <FigureList
        rows={[
          { key: 'apr', label: t('apr'), value: apr, isStrong: true },
          { key: 'daily_rate', label: t('daily_rate'), value: daily },
          ...tiers,
          { key: 'min', label: t('min'), value: money(terms.min) },
          { key: 'max', label: t('max'), value: money(terms.max) },
          { key: 'left', label: t('left'), value: money(terms.step * BigInt(left)) },
          {
            key: 'paid_daily',
            label: t('paid_daily'),
            value: `${clockWords(payAt, offset).slice(0, 5)} (${zoneWords(offset)})`,
          },
          { key: 'penalty', label: t('penalty_per_day'), value: numbers.rate(terms.penaltyRatio) },
        ]}
      />
      <p className="px-1 text-xs text-muted">{t('rule_start')}</p>
      <p className="px-1 text-xs text-muted">{t('rule_penalty')}</p>
    </div>
  )
}

function LockForm() {
  const { t } = useTranslation('mining')
  const numbers = useNumbers()
  const words = useRefusalWords()
  const { language } = useSite()
  const { terms, left, own, asked, commandId, drawnAt } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [fields, setFields] = useState(() => ({
    amount: answer?.fields['amount'] ?? asked.amount,
    coupon: answer?.fields['coupon'] ?? asked.coupon,
    isRenewed: answer ? Boolean(answer.fields['auto_renew']) : asked.isRenewed,
  }))
  const { asset } = terms
  const available = own ? decodeAmount(own.available) : null
  const boosts = own?.boosts ?? []
  const reading = readLock({ terms, boosts, language, available, now: drawnAt }, fields)
  const money = (value: bigint) => `${numbers.amount(asset, amount(value))}\u00a0${asset.code}`
  const question = reading.figures && {
    title: t('lock_ask', { amount: money(reading.figures.amount) }),
    text: t('lock_ask_text', { total: money(reading.figures.totalYield), penalty: money(reading.figures.penalty) }),
    yes: t('lock'),
  }
  const isOpen = terms.status === 'open' && left > 0
  return (
    <AskedForm question={reading.problem ? null : question} className="panel grid gap-4 p-4">
      {(isSending) => (
        <>
          <input type="hidden" name="commandId" value={commandId} />
          <input type="hidden" name="version" value={terms.version} />
          <input type="hidden" name="language" value={language} />
          <AmountField
            label={t('amount')}
            name="amount"
            unit={asset.code}
            scale={asset.scale}
            value={fields.amount}
            onText={(text) => setFields((before) => ({ ...before, amount: text }))}
            {...(available !== null && { max: formatAmount(asset, available) })}
            hint={t('amount_hint', { min: money(terms.min), max: money(terms.max) })}
            problem={reading.problem ? words(reading.problem) : problemAt(answer, 'amount')}
          />
          <PayingWallet
            wallet={MINING_SOURCE}
            asset={asset}
            available={available}
            needed={reading.figures?.amount ?? null}
          />
          {boosts.length > 0 && (
            <SelectField
              label={t('coupon')}
              name="coupon"
              value={fields.coupon}
              onChange={(event) => setFields((before) => ({ ...before, coupon: event.target.value }))}
              options={[
                { value: '', words: t('no_coupon') },
                ...boosts.map(({ ref, boost, days }) => ({
                  value: ref,
                  words: t('coupon_option', { share: numbers.rate(rate(BigInt(boost))), count: days }),
                })),
              ]}
            />
          )}
          <Switch
            name="auto_renew"
            value="1"
            checked={fields.isRenewed}
            onChange={(event) => setFields((before) => ({ ...before, isRenewed: event.target.checked }))}
            label={t('auto_renew')}
            text={t('auto_renew_text')}
          />
          {reading.figures && <Figures figures={reading.figures} />}
          {!isSending && <AnswerNotice answer={answer} besides={['amount']} />}
          {!isOpen && <Notice tone="plain">{t(terms.status === 'open' ? 'sold_out_text' : 'paused_text')}</Notice>}
          <SubmitOrLogIn words={t('lock')} calculate={t('calculate')} isSending={isSending} isClosed={!isOpen} />
        </>
      )}
    </AskedForm>
  )
}

/** Yield and possible penalties, shown above the button. */
function Figures({ figures }: { readonly figures: LockFigures }) {
  const { t } = useTranslation('mining')
  const numbers = useNumbers()
  const { asset } = useLoaderData<typeof loader>().terms
  const money = (value: bigint) => `${numbers.amount(asset, amount(value))}\u00a0${asset.code}`
  return (
    <FigureList
      className="rounded-lg bg-raised px-3 py-2 text-xs"
      rows={[
        { key: 'rate', label: t('daily_rate'), value: numbers.rate(figures.dailyRate) },
        { key: 'day_yield', label: t('day_yield'), value: money(figures.dayYield) },
        { key: 'total_yield', label: t('total_yield'), value: money(figures.totalYield), isStrong: true },
        { key: 'starts', label: t('starts'), value: <Moment at={figures.startsAt} /> },
        { key: 'first_paid', label: t('first_paid'), value: <Moment at={figures.firstPaidAt} /> },
        { key: 'matures', label: t('matures'), value: <Moment at={figures.maturesAt} /> },
        { key: 'penalty_first', label: t('penalty_first'), value: money(figures.penalty) },
      ]}
    />
  )
}
