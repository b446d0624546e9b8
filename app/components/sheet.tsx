// A sheet over the page: from below on a phone, a dialog in the middle of a desktop. What draws it arrives at the first opening,
// so a page that has one pays nothing for it until then.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SheetProps } from './sheet-panel'
import { toast } from './toast'
import { useLoaded } from './use-alive'

const load = () => import('./sheet-panel')

/** For a hover or a focus that will probably open one. */
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

/** What had the focus when it opened, before anything inside could take it. */
function useOpener(isOpen: boolean): Element | null {
  const [opener, setOpener] = useState<Element | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpener(document.activeElement)
  }
  return opener
}
