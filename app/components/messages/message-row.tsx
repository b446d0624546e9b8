// Message row: text, age and read state. Not prefetched, because fetching a message marks it as read.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { ShownMessage } from '#services/messages'
import { shortenIds } from '../../text/masked'
import { Ago } from '../moment'
import { Icon } from '../icon'

export function MessageRow({ message }: { readonly message: ShownMessage }) {
  const { t } = useTranslation('inbox')
  return (
    <Link
      to={`/messages/${message.id}`}
      prefetch="none"
      data-kind={message.kind}
      className="flex items-center gap-3 border-b border-line px-4 py-4 transition -outline-offset-2! hover:bg-raised"
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={`min-w-0 break-words ${message.isRead ? '' : 'font-semibold'}`}>{message.title}</span>
          {!message.isRead && (
            <span role="img" aria-label={t('unread')} className="size-2 shrink-0 rounded-full bg-bad" />
          )}
        </span>
        <span className="mt-1 line-clamp-2 text-sm text-pretty break-words text-muted">{shortenIds(message.text)}</span>
        <span className="mt-1.5 block text-xs text-muted">
          <Ago at={message.at} />
        </span>
      </span>
      <Icon name="right" className="size-4 shrink-0 text-muted" />
    </Link>
  )
}
