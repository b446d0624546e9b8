// Sheet panel on Radix Dialog: traps and restores focus, closes by Escape or an outside tap, locks page scroll. Swiping
// its header down also closes it.

import { Close, Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { setNonce } from 'get-nonce'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon'
import { useSwipeDown } from './use-swipe-down'

const WIDTHS = { sm: 'lg:max-w-sm', md: 'lg:max-w-md', lg: 'lg:max-w-2xl' } as const

export interface SheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly text?: ReactNode
  readonly children?: ReactNode
  /** Buttons that remain visible below the scrolling content. */
  readonly foot?: ReactNode
  readonly size?: 'sm' | 'md' | 'lg'
  /** `alertdialog` requires an answer: no close button, and outside taps are ignored. */
  readonly role?: 'dialog' | 'alertdialog'
}

interface SheetPanelProps extends SheetProps {
  readonly opener: Element | null
}

export function SheetPanel(props: SheetPanelProps) {
  const { isOpen, onClose, opener, title, text, children, foot, size = 'md', role = 'dialog' } = props
  const { t } = useTranslation('ui')
  const { body, handle } = useSwipeDown(onClose)
  const isAlert = role === 'alertdialog'
  return (
    <Root open={isOpen} onOpenChange={(isNowOpen) => !isNowOpen && onClose()}>
      <Portal>
        <Overlay className="sheet-scrim fixed inset-0 z-overlay bg-scrim" />
        <Content
          ref={body}
          role={role}
          {...(!text && { 'aria-describedby': undefined })}
          // Radix has no trigger to restore focus to, so focus returns to the opener, or to the page when the opener
          // was removed.
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const back = opener?.isConnected ? opener : document.getElementById('content')
            if (back instanceof HTMLElement) back.focus({ preventScroll: back !== opener })
          }}
          onPointerDownOutside={(event) => isAlert && event.preventDefault()}
          className={`sheet-body fixed inset-x-0 bottom-0 z-overlay mx-auto flex max-h-[88dvh] w-full flex-col rounded-t-2xl bg-surface shadow-sheet outline-none lg:inset-y-0 lg:my-auto lg:h-fit lg:max-h-[80dvh] lg:rounded-2xl lg:border lg:border-line ${WIDTHS[size]}`}
        >
          <div {...handle} className="touch-none">
            <span aria-hidden="true" className="mx-auto mt-2 block h-1 w-9 rounded-full bg-line-strong/60 lg:hidden" />
            <div className="flex min-h-14 items-center gap-3 px-5 pt-2 lg:pt-3">
              <Title className="min-w-0 flex-1 text-lg font-bold break-words">{title}</Title>
              {!isAlert && (
                <Close
                  aria-label={t('close')}
                  className="-mr-2.5 grid size-11 shrink-0 place-items-center rounded-full text-muted transition hover:bg-raised hover:text-ink"
                >
                  <Icon name="close" />
                </Close>
              )}
            </div>
          </div>
          {text && <Description className="px-5 pb-2 text-sm text-muted">{text}</Description>}
          {children && <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-2">{children}</div>}
          <div className="px-5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] empty:pt-0">{foot}</div>
        </Content>
      </Portal>
    </Root>
  )
}

allowWrittenStyles()

/** Radix's scroll lock adds a style element, which the CSP allows only with this answer's nonce. */
export function allowWrittenStyles(): void {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (nonce) setNonce(nonce)
}
