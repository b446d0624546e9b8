// Quiz event page: options with pools, bet form, settlement rule, own bets.

import { useLoaderData, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { decodeAmount, formatUnits, total } from '#domain/money/amount'
import { divideDown, divideHalfEven } from '#domain/money/rounding'
import { VOID_ANSWER, wouldPay } from '#domain/quiz/rules'
import { Badge } from '../../components/badge'
import { Countdown } from '../../components/countdown'
import { featurePage } from '../../components/feature-words'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { ShareButton } from '../../components/share-button'
import { bound } from '../../text/money'
import { useColon } from '../../text/colon'
import { useNumbers } from '../../text/numbers'
import { BetForm, LoginLink } from './bet-form'
import type { loader } from './data.server'
import { Objection } from './objection'
import { OwnBets } from './own-bets'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export { clientAction } from '../../site/revalidation'

const READ_AGAIN_MS = 5_000

export default featurePage('quiz', EventPage)

function EventPage() {
  const { t } = useTranslation('quiz')
  const withColon = useColon()
  const { title, source, phase, terms, own, answer, options, now } = useLoaderData<typeof loader>()
  usePoolReadAgain(phase === 'guessing')
  return (
    <Pane title={title} backTo="/quiz" frame="form" end={<ShareButton title={title} />}>
      <div className="panel grid gap-3 p-4 text-sm">
        <p className="flex flex-wrap items-center justify-between gap-2">
          <Badge>{t(`phase_${phase}`)}</Badge>
          <span className="text-muted">
            {phase === 'guessing' ? (
              <>
                {t('closes_in')} <Countdown endsAt={terms.closesAt} now={now} label={t('closes_in')} />
              </>
            ) : (
              <>
                {t('closes_at')} <Moment at={terms.closesAt} />
              </>
            )}
          </span>
        </p>
        <Pool />
      </div>
      {answer && (
        <Notice tone="plain">
          {answer.answer === VOID_ANSWER
            ? t('answer_void')
            : t('answer_is', { option: options[answer.answer - 1] ?? '' })}{' '}
          <span className="text-muted">
            {withColon(t('evidence'))}
            {answer.evidence}
          </span>
        </Notice>
      )}
      {phase === 'guessing' && own && <BetForm available={own.available} />}
      {phase === 'guessing' && !own && <LoginLink />}
      {own && own.bets.length > 0 && <OwnBets bets={own.bets} />}
      {answer && phase === 'unsettled' && own && own.bets.length > 0 && <Objection />}
      <Rules source={source} />
    </Pane>
  )
}

/** Refreshes the pool of stakes while the page is open. */
function usePoolReadAgain(isOpen: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && state === 'idle') void revalidate()
    }, READ_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isOpen, revalidate, state])
}

function Pool() {
  const { t } = useTranslation('quiz')
  const withColon = useColon()
  const numbers = useNumbers()
  const { options, pool, terms, answer, phase } = useLoaderData<typeof loader>()
  const sums = pool.sums.map(decodeAmount)
  // Of the smallest stake: a large one lowers its own payout.
  const timesOf = (option: number) => {
    const payout = wouldPay(sums, { option, stake: terms.stakeMin, fee: terms.fee })
    return numbers.decimal(formatUnits(divideDown(payout * 100n, terms.stakeMin), 2))
  }
  const all = total(sums)
  const percent = (sum: bigint) => (all === 0n ? '0' : formatUnits(divideHalfEven(sum * 1_000n, all), 1))
  return (
    <>
      <ul className="grid gap-2" aria-label={t('pool')}>
        {options.map((option, index) => {
          const sum = sums[index] ?? 0n
          const share = percent(sum)
          return (
            <li key={option} data-option={index + 1} className="grid gap-1">
              <span className="flex flex-wrap justify-between gap-x-3">
                <span className={answer?.answer === index + 1 ? 'font-semibold' : ''}>{option}</span>
                <span className="tabular-nums text-muted">
                  {phase === 'guessing' && `${t('pays_times', { times: timesOf(index + 1) })} · `}
                  {numbers.usdt(formatUnits(sum, terms.asset.scale))}
                  {bound(terms.asset.code)} · {numbers.percent(share)}
                </span>
              </span>
              <span className="h-2 overflow-hidden rounded-full bg-raised" aria-hidden="true">
                <span className="block h-full bg-selected" style={{ width: `${share}%` }} />
              </span>
            </li>
          )
        })}
      </ul>
      <p className="text-muted">
        {withColon(t('pool'))}
        {numbers.usdt(formatUnits(all, terms.asset.scale))}
        {bound(terms.asset.code)} · {withColon(t('bets'))}
        {numbers.count(pool.bets)}
      </p>
    </>
  )
}

function Rules({ source }: { readonly source: string }) {
  const { t } = useTranslation('quiz')
  const withColon = useColon()
  const numbers = useNumbers()
  const { terms } = useLoaderData<typeof loader>()
  return (
    <section className="panel grid gap-2 p-4 text-sm">
      <h2 className="font-semibold">{t('rules_title')}</h2>
      <p>
        <span className="text-muted">{withColon(t('source'))}</span>
        {source}
      </p>
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>{t('rule_pool', { fee: numbers.rate(terms.fee) })}</li>
        <li>{t('rule_answer')}</li>
        <li>{t('rule_void')}</li>
        <li>{t('rule_receipt')}</li>
      </ul>
    </section>
  )
}
