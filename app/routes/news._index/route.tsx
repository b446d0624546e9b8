// Announcements, newest first, with marks on unread ones. Not prefetched, because fetching marks as read.

import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../components/moment'
import { Empty } from '../../components/empty'
import { Icon } from '../../components/icon'
import { PageHeader } from '../../components/page-header'
import { PagedList } from '../../components/paged-list'
import { useReadNews } from '../../live/read-news'
import { Refreshable } from '../../shell/refreshable'
import type { loader } from './data.server'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function NewsList() {
  const { t } = useTranslation('content')
  const { rows, total, page } = useLoaderData<typeof loader>()
  const here = useReadNews()
  const isUnread = ({ id, isRead }: Data['rows'][number]) => !(isRead ?? here?.has(id) ?? true)
  return (
    <div className="mx-auto max-w-3xl lg:px-5 lg:pt-2">
      <PageHeader title={t('news')} backTo="/" />
      <Refreshable>
        <div className="panel mx-3 overflow-hidden lg:mx-0">
          {rows.length === 0 && <Empty icon="news">{t('news_empty')}</Empty>}
          <PagedList
            rows={rows}
            page={page}
            total={total}
            rowsOf={(data: Data) => data.rows}
            keyOf={({ id }) => String(id)}
          >
            {(news) => (
              <ul className="divide-y divide-line">
                {news.map((row) => (
                  <li key={row.id}>
                    <Link
                      to={`/news/${row.id}`}
                      prefetch="none"
                      className="flex items-center gap-3 px-4 py-4 transition -outline-offset-2! hover:bg-raised"
                    >
                      <span className="min-w-0 flex-1">
                        <span className="flex items-baseline gap-2">
                          <span className={`min-w-0 break-words ${isUnread(row) ? 'font-semibold' : ''}`}>
                            {row.title}
                          </span>
                          {isUnread(row) && (
                            <span role="img" aria-label={t('unread')} className="size-2 shrink-0 rounded-full bg-bad" />
                          )}
                        </span>
                        {row.abstract && <span className="mt-1 block text-sm text-muted">{row.abstract}</span>}
                        <span className="mt-1.5 block text-xs text-muted">
                          <Ago at={row.publishedAt} />
                        </span>
                      </span>
                      <Icon name="right" className="size-4 text-muted" />
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </PagedList>
        </div>
      </Refreshable>
    </div>
  )
}
