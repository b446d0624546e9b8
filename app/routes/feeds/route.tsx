// Feed health: where prices come from and how fresh they are.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/page-header'
import { FeedTable } from '../../shell/feed-table'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Feeds() {
  const { t } = useTranslation('market')
  const { title, feeds } = useLoaderData<typeof loader>()
  return (
    <div className="lg:px-5 lg:py-3">
      <PageHeader title={title} text={t('feeds_text')} />
      <div className="panel max-lg:rounded-none max-lg:border-x-0">
        <FeedTable caption={title} feeds={feeds} />
      </div>
    </div>
  )
}
