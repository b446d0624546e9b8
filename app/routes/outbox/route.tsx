// Mails and text messages that were kept here instead of being sent, the code of each in large figures.

import { useLoaderData } from '@remix-run/react'
import { Empty } from '../../components/empty'
import { Moment } from '../../components/moment'
import { useWords } from '../../text/words'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Outbox() {
  const say = useWords('identity')
  const { messages } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-3xl px-3 py-6">
      <h1 className="text-xl font-bold">{say('outbox_title')}</h1>
      <p className="mt-1 mb-4 text-sm text-muted">{say('outbox_text')}</p>
      <div className="grid gap-3">
        {messages.length === 0 && (
          <div className="panel">
            <Empty icon="inbox">{say('outbox_empty')}</Empty>
          </div>
        )}
        {messages.map((message) => (
          <article key={message.id} className="panel p-4" data-target={message.target}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-xs text-muted">
              <span>
                {say('outbox_to')}: <span className="text-ink">{message.target}</span>
              </span>
              <Moment at={message.createdAt} />
            </div>
            {message.subject && <h2 className="mt-2 font-semibold break-words">{message.subject}</h2>}
            {message.code && (
              <p className="mt-2 text-3xl font-bold tracking-widest" data-testid="code" aria-label={say('outbox_code')}>
                {message.code}
              </p>
            )}
            <p className="mt-2 text-sm break-words whitespace-pre-wrap text-muted">{message.body}</p>
          </article>
        ))}
      </div>
    </div>
  )
}
