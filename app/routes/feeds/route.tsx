// Feed health: where prices come from and how fresh they are.

import { useLoaderData } from '@remix-run/react'
import { PageHeader } from '../../components/page-header'
import { FeedTable } from '../../shell/feed-table'
import { useWords } from '../../text/words'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Feeds() {
  const say = useWords('market')
  const { title, feeds } = useLoaderData<typeof loader>()
  return (
    <div className="lg:px-5 lg:py-3">
      <PageHeader title={title} text={say('feeds_text')} />
      <div className="panel max-lg:rounded-none max-lg:border-x-0">
        <FeedTable caption={title} feeds={feeds} />
      </div>
    </div>
  )
}
