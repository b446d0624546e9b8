// React hook of the keyboard shortcuts, and the button that opens their list.

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon'
import { useLoaded } from '../../components/use-alive'
import type { TicketFields } from '../../forms/spot'
import { listenToShortcuts } from './shortcuts'

const loadHelp = () => import('./shortcut-help')

/** `onPick` must be stable. */
export function Keys({ onPick }: { readonly onPick: (part: Partial<TicketFields>) => void }) {
  const { t } = useTranslation('spot')
  const [isOpen, setOpen] = useState(false)
  const help = useLoaded(loadHelp, isOpen)
  useEffect(() => listenToShortcuts({ pick: onPick, help: () => setOpen(true) }), [onPick])
  return (
    <>
      <button
        type="button"
        aria-label={t('shortcuts')}
        title={t('shortcuts')}
        onClick={() => setOpen(true)}
        className="hidden size-9 place-items-center rounded-lg text-muted hover:bg-raised hover:text-ink lg:grid"
      >
        <Icon name="help" className="size-4.5" />
      </button>
      {help && <help.ShortcutHelp isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
