// Quiz event page: options with pools, bet form, settlement rule, own bets.

import { useLoaderData, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { VOID_ANSWER } from '#domain/quiz/rules'
import { Badge } from '../../components/badge'
import { Countdown } from '../../components/countdown'
import { featurePage } from '../../components/feature-words'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { OptionBar, Pays, PoolLine } from '../../components/quiz/pool'
import { QuizRules } from '../../components/quiz/rules'
import { ShareButton } from '../../components/share-button'
import { useColon } from '../../text/colon'
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
        <Standing />
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
      <QuizRules fee={terms.fee}>
        <p>
          <span className="text-muted">{withColon(t('source'))}</span>
          {source}
        </p>
      </QuizRules>
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

/** Choices stand in the bet form while one can bet. */
function Standing() {
  const { t } = useTranslation('quiz')
  const { options, pool, terms, answer, phase, own } = useLoaderData<typeof loader>()
  const isOpen = phase === 'guessing'
  return (
    <>
      {!(isOpen && own) && (
        <ul className="grid gap-2" aria-label={t('pool')}>
          {options.map((option, index) => (
            <li key={option} data-option={index + 1} className="grid gap-1">
              <OptionBar pool={pool} index={index} words={option} isAnswer={answer?.answer === index + 1}>
                {isOpen && <Pays pool={pool} terms={terms} index={index} />}
              </OptionBar>
            </li>
          ))}
        </ul>
      )}
      <PoolLine pool={pool} asset={terms.asset} isOpen={isOpen} />
    </>
  )
}
