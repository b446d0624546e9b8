// Command palette and shortcut list: key listeners and the button. The panels are loaded when first opened.

import { Link, useNavigate } from '@remix-run/react'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlive, useLoaded } from '../components/use-alive'
import { Icon } from '../components/icon'
import { toast } from '../components/toast'
import { listenToKeys } from './keys'

type View = 'search' | 'keys'

const loadPanel = () => import('./finder-panel')
const loadKeys = () => import('./keys-help')

let opened: View | null = null
/** Previously focused element, to restore focus on closing. */
let opener: Element | null = null
const listeners = new Set<() => void>()

export function openFinder(view: View | null): void {
  if (view && !opened) opener = document.activeElement
  opened = view
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const close = () => openFinder(null)

/** The content, if the opener went with its page. */
function focusOpener(): void {
  const target = opener?.isConnected ? opener : document.getElementById('content')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

export function Finder() {
  const { t } = useTranslation('ui')
  const navigate = useNavigate()
  const view = useSyncExternalStore(
    subscribe,
    () => opened,
    () => null,
  )
  const onFailure = () => {
    toast(t('load_failed'), { tone: 'bad' })
    close()
  }
  const panel = useLoaded(loadPanel, view === 'search', onFailure)
  const keys = useLoaded(loadKeys, view === 'keys', onFailure)
  useEffect(() => listenToKeys({ open: openFinder, go: (path) => navigate(path) }), [navigate])
  return (
    <>
      {panel && <panel.FinderPanel isOpen={view === 'search'} onClose={close} onClosed={focusOpener} />}
      {keys && <keys.KeysHelp isOpen={view === 'keys'} onClose={close} />}
    </>
  )
}

/** Search button. Without scripts it links to the search page; the shortcut label appears after hydration. */
export function FinderButton() {
  const { t } = useTranslation('shell')
  const isAlive = useAlive()
  return (
    <Link
      to="/search"
      role="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={isAlive ? 'Control+K Meta+K' : undefined}
      onPointerEnter={() => void loadPanel().catch(() => undefined)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        openFinder('search')
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ') return
        event.preventDefault()
        openFinder('search')
      }}
      className="flex size-11 items-center justify-center gap-2 rounded-lg text-muted transition hover:bg-raised hover:text-ink xl:h-9 xl:w-60 xl:justify-start xl:border xl:border-line xl:bg-raised xl:px-3 xl:text-sm"
    >
      <Icon name="search" className="size-5 xl:size-4.5" />
      <span className="min-w-0 flex-1 truncate max-xl:sr-only">{t('search')}</span>
      <kbd
        aria-hidden="true"
        className={`hidden rounded-md border border-line bg-surface px-1.5 font-sans text-2xs whitespace-nowrap xl:block ${isAlive ? '' : 'invisible'}`}
      >
        {isAlive && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'}
      </kbd>
    </Link>
  )
}
