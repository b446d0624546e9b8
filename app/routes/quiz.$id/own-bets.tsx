// Own bets on an event.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { QuizBetRow } from '#party/protocol/quiz'
import { betStatusOf } from '#domain/quiz/rules'
import { QuizBets } from '../../components/quiz/bets'
import type { loader } from './data.server'

export function OwnBets({ bets }: { readonly bets: readonly QuizBetRow[] }) {
  const { t } = useTranslation('quiz')
  const { options, phase, answer, areCommitted } = useLoaderData<typeof loader>()
  const rows = bets.map((bet) => ({
    bet,
    title: options[bet.option - 1] ?? '',
    status: betStatusOf(bet, phase, answer?.answer ?? null),
    isCommitted: areCommitted && bet.state !== 'refused',
  }))
  return (
    <section className="panel overflow-hidden">
      <h2 className="px-4 pt-4 pb-2 font-semibold">{t('own_bets')}</h2>
      <QuizBets rows={rows} />
    </section>
  )
}
