// Copies an address or an id, and says that it did.

import { useTranslation } from 'react-i18next'
import { useColon } from '../text/colon'
import { Icon } from './icon'
import { toast } from './toast'

/** `label` says what is copied, for those who hear it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('ui')
  const withColon = useColon()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast(t('copied'), { tone: 'good' })
    } catch {
      // Not over https, or not allowed.
      toast(t('copy_failed'), { tone: 'bad' })
    }
  }
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={`${withColon(t('copy'))}${label}`}
      className="inline-grid size-11 shrink-0 place-items-center rounded-full text-muted transition hover:bg-raised hover:text-ink"
    >
      <Icon name="copy" className="size-4.5" />
    </button>
  )
}
