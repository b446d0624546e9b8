// Footer of a long list: page links without scripts, and the time zone of its times.

import { Link, useSearchParams } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { zoneWords } from '../text/dates'
import { useAlive } from './use-alive'
import { Pager } from './pager'
import { useSite } from '../site/site'
import { Icon } from './icon'

export function ListFoot({ page, total }: { readonly page: number; readonly total: number }) {
  const { t } = useTranslation('wallet')
  const { t: tShell } = useTranslation('shell')
  const { offset } = useSite()
  const isAlive = useAlive()
  const [search] = useSearchParams()
  const newest = new URLSearchParams([...search].filter(([name]) => name !== 'page'))
  return (
    <>
      {isAlive ? (
        page > 1 && (
          <p className="p-3 text-center text-sm">
            <Link to={`?${newest.toString()}`} className="text-selected-text">
              {t('newest')}
            </Link>
          </p>
        )
      ) : (
        <Pager page={page} total={total} />
      )}
      <p className="py-3 text-xs text-muted">{tShell('times_in', { zone: zoneWords(offset) })}</p>
    </>
  )
}

/** Button above a scrolled list: new rows have arrived at the top. */
export function NewsButton({ onShow }: { readonly onShow: () => void }) {
  const { t } = useTranslation('wallet')
  return (
    <button
      type="button"
      onClick={onShow}
      className="button button-selected button-sm fixed top-16 left-1/2 z-bar -translate-x-1/2 rounded-full shadow-float"
    >
      <Icon name="up" className="size-4" />
      {t('new_entries')}
    </button>
  )
}
