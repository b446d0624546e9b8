// How to reach us: a standing text of the directory under the channels that are open.

import { useLoaderData } from '@remix-run/react'
import { Article } from '../../components/article'
import { Icon } from '../../components/icon'
import { useWords } from '../../text/words'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Contact() {
  const { title, content } = useLoaderData<typeof loader>()
  return <Article title={title} html={content} above={<Channels />} />
}

function Channels() {
  const say = useWords('content')
  const { channels } = useLoaderData<typeof loader>()
  if (channels.length === 0) return null
  return (
    <ul aria-label={say('channels')} className="mt-4 grid gap-2 lg:grid-cols-3">
      {channels.map(({ kind, url }) => (
        <li key={kind}>
          <a href={url} rel="noopener noreferrer" className="button button-quiet w-full justify-between">
            {say(`channel_${kind}`)}
            <Icon name="right" className="size-4 text-muted" />
          </a>
        </li>
      ))}
    </ul>
  )
}
