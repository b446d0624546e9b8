// The announcement that pops up once: this browser remembers which was shown last. Without scripts it does not, and is in the news.
// It comes by itself, so it is the browser's own dialog: a library for it would be part of every first visit.

import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Prose } from '../../components/prose'
import { Button, ButtonLink } from '../../components/button'
import { keep, ownStorage, readKept } from '../../visitor/kept'

interface PopupProps {
  readonly popup: { readonly id: number; readonly title: string; readonly content: string }
}

const KEY = 'cm_popup'
/** First the page is read, then it is covered. */
const SHOW_AFTER_MS = 1_200

export function Popup({ popup: { id, title, content } }: PopupProps) {
  const { t } = useTranslation('home')
  const { t: tContent } = useTranslation('content')
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (wasShown(id)) return
    const timer = setTimeout(() => {
      dialog.current?.showModal()
      // Else the way to other pages would be chosen, before a word is read.
      heading.current?.focus()
      keep(KEY, String(id))
    }, SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [id])
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      aria-labelledby="popup-title"
      // A press beside it lands on the dialog itself; what is in it covers it whole.
      onPointerDown={(event) => event.target === event.currentTarget && close()}
      className="popup sheet-body fixed inset-x-0 top-auto bottom-0 mx-auto w-full max-w-none rounded-t-2xl bg-surface text-ink shadow-sheet outline-none lg:inset-y-0 lg:my-auto lg:max-w-md lg:rounded-2xl lg:border lg:border-line"
    >
      <div className="flex max-h-[88dvh] flex-col lg:max-h-[80dvh]">
        <h2
          ref={heading}
          id="popup-title"
          tabIndex={-1}
          className="px-5 pt-5 text-lg font-bold break-words outline-none"
        >
          {title}
        </h2>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-2">
          <Prose html={content} className="text-sm" />
        </div>
        <div className="grid grid-cols-2 gap-3 px-5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
          <ButtonLink to="/news">{tContent('back_to_news')}</ButtonLink>
          <Button variant="brand" onClick={close}>
            {t('popup_close')}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

/** A browser that keeps nothing would be shown the same at every visit: it is shown nothing. */
const wasShown = (id: number): boolean => ownStorage() === null || readKept(KEY) === String(id)
