// Own quiz bets.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { featurePage } from '../../components/feature-words'
import { QuizBets } from '../../components/quiz/bets'
import { OwnList } from '../../components/own-list'
import { PagedList } from '../../components/paged-list'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default featurePage('quiz', OwnBets)

function OwnBets() {
  const { t } = useTranslation('quiz')
  const { title, rows, page, total } = useLoaderData<typeof loader>()
  return (
    <OwnList title={title} product={{ to: '/quiz', words: t('title') }} none={t('no_bets')}>
      {rows.length > 0 && (
        <PagedList
          rows={rows}
          page={page}
          total={total}
          rowsOf={(data: Data) => data.rows}
          keyOf={({ bet }) => String(bet.betNo)}
        >
          {(bets) => <QuizBets rows={bets} />}
        </PagedList>
      )}
    </OwnList>
  )
}
