// One article of the news.

import { Link, useLoaderData } from '@remix-run/react'
import { Article } from '../../components/article'
import { Moment } from '../../components/moment'
import { useWords } from '../../text/words'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function NewsArticle() {
  const say = useWords('content')
  const { title, content, publishedAt } = useLoaderData<typeof loader>()
  const above = (
    <p className="mt-2 text-sm text-muted">
      <Moment at={publishedAt} />
    </p>
  )
  const below = (
    <Link to="/news" className="mt-8 inline-block text-sm text-selected-text">
      {say('back_to_news')}
    </Link>
  )
  return <Article title={title} html={content} above={above} below={below} />
}
