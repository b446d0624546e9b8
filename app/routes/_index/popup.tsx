// The announcement that pops up once: this browser remembers which was shown last. Without scripts it does not, and is in the news.

import { useEffect, useState } from 'react'
import { Prose } from '../../components/article'
import { Button, ButtonLink } from '../../components/button'
import { Sheet } from '../../components/sheet'
import { useWords } from '../../text/words'

interface PopupProps {
  readonly popup: { readonly id: number; readonly title: string; readonly content: string }
}

const KEY = 'cm_popup'
/** First the page is read, then it is covered. */
const SHOW_AFTER_MS = 1_200

export function Popup({ popup: { id, title, content } }: PopupProps) {
  const say = useWords('home')
  const sayContent = useWords('content')
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (wasShown(id)) return
    const timer = setTimeout(() => setIsOpen(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [id])
  useEffect(() => {
    if (isOpen) remember(id)
  }, [id, isOpen])
  return (
    <Sheet
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
      title={title}
      foot={
        <div className="grid grid-cols-2 gap-3">
          <ButtonLink to="/news">{sayContent('back_to_news')}</ButtonLink>
          <Button variant="brand" onClick={() => setIsOpen(false)}>
            {say('popup_close')}
          </Button>
        </div>
      }
    >
      <Prose html={content} className="text-sm" />
    </Sheet>
  )
}

/** A browser that keeps nothing would be shown the same at every visit: it is shown nothing. */
function wasShown(id: number): boolean {
  try {
    return localStorage.getItem(KEY) === String(id)
  } catch {
    return true
  }
}

function remember(id: number): void {
  try {
    localStorage.setItem(KEY, String(id))
  } catch {
    // A full storage: it pops up once more, no worse.
  }
}
