// Bell in the top bar: the user's messages with a live unread count; for a guest the announcements.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { CountBadge } from '../components/badge'
import { Icon } from '../components/icon'
import { useSite } from '../site/site'
import { useUnread } from '../live/unread'

export function Bell() {
  const { t } = useTranslation('shell')
  const { t: tInbox } = useTranslation('inbox')
  const { userId } = useSite()
  const unread = useUnread(userId)
  const own = unread > 0 ? tInbox('bell_unread', { number: unread }) : tInbox('bell')
  const label = userId === null ? t('nav_news') : own
  return (
    <Link
      to={userId === null ? '/news' : '/messages'}
      prefetch="intent"
      title={label}
      className="relative grid size-11 place-items-center rounded-lg text-muted transition hover:bg-raised hover:text-ink"
    >
      <Icon name="bell" />
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="absolute top-1 right-0.5 flex">
        <CountBadge count={unread} />
      </span>
    </Link>
  )
}
