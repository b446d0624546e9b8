// Feed health: sources of prices and their age.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/page-header'
import { FeedTable } from '../../shell/feed-table'
import { useSite } from '../../site/site'
import { clockWords } from '../../text/dates'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Feeds() {
  const { t } = useTranslation('market')
  const { title, feeds, paused } = useLoaderData<typeof loader>()
  const { offset } = useSite()
  return (
    <div className="lg:px-5 lg:py-3">
      <PageHeader title={title} text={t('feeds_text')} />
      {paused.map(({ symbol, pausedUntil }) => (
        <p
          key={symbol}
          role="status"
          className="panel mb-3 p-4 text-sm text-bad-text max-lg:rounded-none max-lg:border-x-0"
        >
          {t('feeds_paused', { pair: symbol.replace('-', '/'), time: clockWords(pausedUntil, offset) })}
        </p>
      ))}
      <div className="panel max-lg:rounded-none max-lg:border-x-0">
        <FeedTable caption={title} feeds={feeds} />
      </div>
    </div>
  )
}
