// Notice: one sentence about the last action, above the affected content.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusalWords } from '../text/words'
import { type Answer, problemOfForm } from '../site/answer'
import { ButtonLink } from './button'
import type { FundsAnswer, FundsField } from '../forms/funds'

const TONES = {
  good: 'border-good/40 notice-good',
  bad: 'border-bad/40 notice-bad',
  plain: 'border-brand/50 notice-plain',
} as const

export function Notice({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className={`rounded-lg border px-3 py-2 text-sm ${TONES[tone]}`}>
      {children}
    </div>
  )
}

/** Notice that staff froze this account, with the support contact. Replaces the form. */
export function FrozenNotice({ code }: { readonly code: 'trading_frozen' | 'withdrawals_frozen' }) {
  const refusalWords = useRefusalWords()
  const { t: tContent } = useTranslation('content')
  return (
    <Notice tone="bad">
      <p>{refusalWords({ code, facts: {} })}</p>
      <p className="mt-2">
        <ButtonLink to="/contact" size="sm">
          {tContent('contact')}
        </ButtonLink>
      </p>
    </Notice>
  )
}

/** What a page's form was refused for, unless a field says it; and that no answer came, so that pressing again is safe. */
export function AnswerNotice({
  answer,
  besides = [],
}: {
  readonly answer: Pick<Answer<unknown>, 'problem' | 'isUnanswered'> | undefined
  readonly besides?: readonly string[]
}) {
  const { t } = useTranslation('shell')
  const text = answer?.isUnanswered ? t('unanswered_kept') : problemOfForm(answer, besides)
  return text ? <Notice tone="bad">{text}</Notice> : null
}

/** Refusal of a money form without a field of its own, or a missing answer: pressing again is safe. */
interface FundsProblemsProps {
  readonly answer: FundsAnswer | undefined
  /** Fields without a control in this form: their problems appear here. */
  readonly fields: readonly FundsField[]
}

export function FundsProblems({ answer, fields }: FundsProblemsProps) {
  const { t: tShell } = useTranslation('shell')
  const problem = answer?.problem ?? null
  if (answer?.isUnanswered) return <Notice tone="bad">{tShell('unanswered')}</Notice>
  if (!problem || !fields.includes(problem.field)) return null
  return <Notice tone="bad">{problem.text}</Notice>
}

/** Notice after a missing answer, for forms whose retry is harmless or rejected as a repetition. */
export function UnansweredNotice({
  answer,
}: {
  readonly answer: { readonly isUnanswered?: boolean | undefined } | undefined
}) {
  const { t: tShell } = useTranslation('shell')
  return answer?.isUnanswered ? <Notice tone="bad">{tShell('unanswered_kept')}</Notice> : null
}
