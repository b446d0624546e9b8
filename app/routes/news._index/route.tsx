// All news, newest first.

import { Link, useLoaderData } from '@remix-run/react'
import { Empty } from '../../components/empty'
import { Ago } from '../../components/ago'
import { Pager } from '../../components/pager'
import { useWords } from '../../text/words'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function NewsList() {
  const say = useWords('content')
  const { rows, total, page } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-3xl px-3 py-6">
      <h1 className="mb-4 text-xl font-bold">{say('news')}</h1>
      <div className="panel divide-y divide-line">
        {rows.length === 0 && <Empty icon="bell">{say('news_empty')}</Empty>}
        {rows.map((row) => (
          <Link key={row.id} to={`/news/${row.id}`} className="block px-4 py-3.5 hover:bg-raised">
            <span className="block font-medium">{row.title}</span>
            {row.abstract && <span className="mt-1 block text-sm text-muted">{row.abstract}</span>}
            <span className="mt-1 block text-xs text-muted">
              <Ago at={row.publishedAt} />
            </span>
          </Link>
        ))}
      </div>
      <Pager page={page} total={total} />
    </div>
  )
}
