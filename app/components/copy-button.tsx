// Copies an address or an id, and says that it did.

import { useWords } from '../text/words'
import { Icon } from './icon'
import { toast } from './toast'

/** `label` says what is copied, for those who hear it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const say = useWords('ui')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast(say('copied'), { tone: 'good' })
    } catch {
      // Not over https, or not allowed.
      toast(say('copy_failed'), { tone: 'bad' })
    }
  }
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={`${say('copy')}: ${label}`}
      className="inline-grid size-11 shrink-0 place-items-center rounded-full text-muted transition hover:bg-raised hover:text-ink"
    >
      <Icon name="copy" className="size-4.5" />
    </button>
  )
}
