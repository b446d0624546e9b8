// How a quiz event is decided and paid, beside the list of events and on the page of each.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Rate } from '#domain/money/rate'
import { useNumbers } from '../../text/numbers'

interface RulesProps {
  /** Share of the lost stakes. */
  readonly fee: Rate
  /** Where the answer is read from. */
  readonly children?: ReactNode
}

export function QuizRules({ fee, children }: RulesProps) {
  const { t } = useTranslation('quiz')
  const numbers = useNumbers()
  return (
    <section className="panel grid gap-2 p-4 text-sm">
      <h2 className="font-semibold">{t('rules_title')}</h2>
      {children}
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>{t('rule_pool', { fee: numbers.rate(fee) })}</li>
        <li>{t('rule_answer')}</li>
        <li>{t('rule_void')}</li>
        <li>{t('rule_receipt')}</li>
      </ul>
    </section>
  )
}
