// Own running options, and recently ended ones.

import { useSearchParams } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { OptionRow } from '#party/protocol/options'
import { Empty } from '../../components/empty'
import { OPTION_VIEWS, OptionsList } from '../../components/options-list'
import { Tabs } from '../../components/tabs'

interface OwnOptionsProps {
  readonly live: readonly OptionRow[]
  readonly ended: readonly OptionRow[]
  readonly isGuest: boolean
  readonly drawnAt: number
}

export function OwnOptions({ live, ended, isGuest, drawnAt }: OwnOptionsProps) {
  const { t } = useTranslation('options')
  const [search] = useSearchParams()
  const view = OPTION_VIEWS.find((name) => name === search.get('list')) ?? 'running'
  const rows = view === 'running' ? live : ended
  return (
    <section aria-label={t('orders_title')} className="h-full">
      <div className="lg:border-b lg:border-line">
        <Tabs
          label={t('orders_title')}
          tabs={OPTION_VIEWS.map((name) => ({
            to: `?${new URLSearchParams({ ...Object.fromEntries(search), list: name }).toString()}`,
            words: t(name),
            isSelected: name === view,
            ...(name === 'running' && live.length > 0 && { count: live.length }),
          }))}
        />
      </div>
      {isGuest ? (
        <Empty icon="orders">{t('guest')}</Empty>
      ) : rows.length === 0 ? (
        <Empty icon="orders">{t(`no_${view}`)}</Empty>
      ) : (
        <OptionsList rows={rows} view={view} drawnAt={drawnAt} />
      )}
    </section>
  )
}
