// All bets of the visitor.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { FeatureWords } from '../../components/feature-words'
import { HiddenAmounts } from '../../components/hidden-amounts'
import { ListFoot } from '../../components/list-foot'
import { PageHeader } from '../../components/page-header'
import { QuizBets } from '../../components/quiz-bets'
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
  const { title, rows, total, page, isHidden } = useLoaderData<typeof loader>()
  return (
    <HiddenAmounts isHidden={isHidden}>
      <div className="lg:px-5">
        <PageHeader title={title} backTo="/quiz" />
        <section className="panel mx-3 overflow-hidden lg:mx-0">
          {rows.length === 0 ? (
            <Empty icon="orders" action={<ButtonLink to="/quiz">{t('title')}</ButtonLink>}>
              {t('no_bets')}
            </Empty>
          ) : (
            <QuizBets rows={rows} />
          )}
        </section>
        <div className="px-4 lg:px-0">
          <ListFoot page={page} total={total} />
        </div>
      </div>
    </HiddenAmounts>
  )
}
