// Game page: public rules, roll form, own rounds and seeds.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { featurePage } from '../../components/feature-words'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import type { loader } from './data.server'
import { LoginLink, RoundForm } from './round-form'
import { Revealed, Rounds } from './own'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export { clientAction } from '../../site/revalidation'

export default featurePage('game', GamePage)

function GamePage() {
  const { t } = useTranslation('game')
  const { title, terms, own } = useLoaderData<typeof loader>()
  return (
    <div className="pb-8 lg:px-5 lg:py-3">
      <PageHeader title={title} text={t('text')} />
      <div className="grid gap-4 px-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:items-start lg:px-0">
        <div className="grid gap-4">
          {!terms?.isOpen && <Notice tone="plain">{t('halted')}</Notice>}
          {!own && (
            <div className="panel grid gap-3 p-4">
              <LoginLink />
            </div>
          )}
          {terms && own && <RoundForm terms={terms} seed={own.seed} available={own.available} />}
        </div>
        <div className="grid gap-4">
          {own && own.rounds.length > 0 && <Rounds rounds={own.rounds} revealed={own.revealed} />}
          {own && own.revealed.length > 0 && <Revealed seeds={own.revealed} />}
          <Rules />
        </div>
      </div>
    </div>
  )
}

function Rules() {
  const { t } = useTranslation('game')
  return (
    <section className="panel grid gap-2 p-4 text-sm">
      <h2 className="font-semibold">{t('fair_title')}</h2>
      <ol className="grid list-decimal gap-1.5 pl-5">
        <li>{t('fair_1')}</li>
        <li>{t('fair_2')}</li>
        <li>{t('fair_3')}</li>
      </ol>
      <p className="font-medium">{t('return_note')}</p>
    </section>
  )
}
