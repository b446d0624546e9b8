// The message centre of spec §2: system messages, platform announcements, customer service.

import { Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../components/moment'
import { CountBadge } from '../../components/badge'
import { ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { Icon, type IconName } from '../../components/icon'
import { ListGroup, ListRow } from '../../components/list-row'
import { MessageRow } from '../../components/messages/message-row'
import { PageHeader } from '../../components/page-header'
import { useSite } from '../../site/site'
import { useUnreadOf } from '../../live/unread'
import { useFreshPage } from '../../live/use-fresh-list'
import { useAccount } from '../../live/account-channel'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function MessageCentre() {
  const { t } = useTranslation('inbox')
  const { messages, unreadThreads } = useLoaderData<typeof loader>()
  const { userId } = useSite()
  const liveUnread = useAccount(userId).state?.messages.unread
  const unread = useUnreadOf(userId, messages.unread, liveUnread)
  useFreshPage(liveUnread)
  return (
    <div className="mx-auto max-w-5xl lg:px-5 lg:pt-2">
      <PageHeader
        title={t('title')}
        backTo="/"
        end={
          <ButtonLink to="/settings/notifications" size="sm" aria-label={t('preferences')} title={t('preferences')}>
            <Icon name="settings" className="size-4" />
          </ButtonLink>
        }
      />
      <div className="grid gap-5 px-3 lg:grid-cols-2 lg:px-0">
        <Panel icon="mail" title={t('system')} unread={unread} to="/messages/all">
          {messages.rows.length === 0 ? (
            <Empty icon="mail" title={t('empty')}>
              {t('empty_text')}
            </Empty>
          ) : (
            messages.rows.map((message) => <MessageRow key={message.id} message={message} />)
          )}
        </Panel>
        <div className="grid content-start gap-5">
          <News />
          <ListGroup>
            <ListRow
              to="/support"
              lead={<Icon name="help" />}
              title={t('service')}
              text={<span>{t('service_text')}</span>}
              end={<CountBadge count={unreadThreads} />}
            />
          </ListGroup>
        </div>
      </div>
    </div>
  )
}

function News() {
  const { t } = useTranslation('inbox')
  const { t: tContent } = useTranslation('content')
  const { news, unreadNews } = useLoaderData<typeof loader>()
  return (
    <Panel icon="news" title={t('announcements')} unread={unreadNews} to="/news">
      {news.length === 0 && <Empty icon="news">{tContent('news_empty')}</Empty>}
      {news.map(({ id, title, publishedAt, isRead }) => (
        <Link
          key={id}
          to={`/news/${id}`}
          prefetch="none"
          className="flex min-h-14 items-center justify-between gap-3 border-b border-line px-4 py-3 text-sm transition -outline-offset-2! hover:bg-raised"
        >
          <span className={`min-w-0 break-words ${isRead ? '' : 'font-semibold'}`}>{title}</span>
          <span className="text-xs whitespace-nowrap text-muted">
            <Ago at={publishedAt} />
          </span>
        </Link>
      ))}
    </Panel>
  )
}

interface PanelProps {
  readonly icon: IconName
  readonly title: string
  readonly unread: number
  readonly to: string
  readonly children: ReactNode
}

function Panel({ icon, title, unread, to, children }: PanelProps) {
  const { t: tShell } = useTranslation('shell')
  return (
    <section className="panel h-fit overflow-hidden">
      <div className="flex min-h-13 items-center gap-3 border-b border-line pr-2 pl-4">
        <Icon name={icon} className="size-5 text-muted" />
        <h2 className="flex min-w-0 flex-1 items-center gap-2 font-semibold">
          {title}
          <CountBadge count={unread} />
        </h2>
        <Link
          to={to}
          aria-label={`${title}: ${tShell('view_all')}`}
          className="flex min-h-11 items-center gap-1 px-2 text-sm text-muted hover:text-ink"
        >
          {tShell('view_all')}
          <Icon name="right" className="size-4" />
        </Link>
      </div>
      <div className="-mb-px">{children}</div>
    </section>
  )
}
