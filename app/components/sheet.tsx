// Sheet: slides up from below on a phone, a centred dialog on desktop. Its code loads on first opening, so the page
// bundle stays small.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SheetProps } from './sheet-panel'
import { toast } from './toast'
import { useLoaded } from './use-alive'

const load = () => import('./sheet-panel')

/** Preloads the sheet code on hover or focus of its opener. */
export const preloadSheet = (): void => void load().catch(() => undefined)

export function Sheet(props: SheetProps) {
  const { t } = useTranslation('ui')
  const opener = useOpener(props.isOpen)
  const panel = useLoaded(load, props.isOpen, () => {
    toast(t('load_failed'), { tone: 'bad' })
    props.onClose()
  })
  return panel && <panel.SheetPanel {...props} opener={opener} />
}

/** Element focused at opening time, captured before the sheet moves focus. */
function useOpener(isOpen: boolean): Element | null {
  const [opener, setOpener] = useState<Element | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpener(document.activeElement)
  }
  return opener
}
