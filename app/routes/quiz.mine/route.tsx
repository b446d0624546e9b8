// Own quiz bets.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { FeatureWords } from '../../components/feature-words'
import { QuizBets } from '../../components/quiz/bets'
import { OwnList } from '../../components/own-list'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Page() {
  const { texts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="quiz" texts={texts}>
      <OwnBets />
    </FeatureWords>
  )
}

function OwnBets() {
  const { t } = useTranslation('quiz')
  const { title, rows, ...list } = useLoaderData<typeof loader>()
  return (
    <OwnList title={title} product={{ to: '/quiz', words: t('title') }} none={t('no_bets')} {...list}>
      {rows.length > 0 && <QuizBets rows={rows} />}
    </OwnList>
  )
}
