// State of the live connection, which determines the freshness of the page's figures.

import { useTranslation } from 'react-i18next'
import type { LinkState } from '../live/channel'
import { useAlive } from './use-alive'

const DOTS: Readonly<Record<LinkState, string>> = {
  connecting: 'bg-flat',
  live: 'bg-good',
  delayed: 'bg-brand',
  polling: 'bg-brand',
  offline: 'bg-bad',
}

export function LinkBadge({ link }: { link: LinkState }) {
  const { t } = useTranslation('shell')
  // Without scripts no channel connects, so the badge stays empty.
  const isAlive = useAlive()
  return (
    <span
      role="status"
      data-link={link}
      className={`inline-flex items-center gap-1.5 text-xs whitespace-nowrap text-muted ${isAlive ? '' : 'invisible'}`}
    >
      <span aria-hidden="true" className={`size-2 rounded-full ${DOTS[link]}`} />
      {t(`link_${link}`)}
    </span>
  )
}
