// Announcement page. Opening marks it as read: for a guest in the browser, for a user in the Account.

import { useLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { Prose } from '../../components/prose'
import { Moment } from '../../components/moment'
import { PageHeader } from '../../components/page-header'
import { markRead } from '../../live/read-news'
import { useSite } from '../../site/site'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function NewsArticle() {
  const { id, title, abstract, content, publishedAt } = useLoaderData<typeof loader>()
  const { userId } = useSite()
  useEffect(() => {
    if (userId === null) markRead(id)
  }, [id, userId])
  return (
    <article className="mx-auto max-w-3xl lg:px-5 lg:pt-2">
      <PageHeader title={title} backTo="/news" text={<Moment at={publishedAt} />} />
      <div className="panel mx-3 px-5 py-6 lg:mx-0 lg:px-10 lg:py-9">
        {abstract && <p className="text-lg font-medium text-balance">{abstract}</p>}
        <Prose html={content} className="mt-4" />
      </div>
    </article>
  )
}
