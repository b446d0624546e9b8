// Button that copies an address or an id and confirms by toast.

import { useTranslation } from 'react-i18next'
import { useColon } from '../text/colon'
import { Icon } from './icon'
import { toast } from './toast'

/** `label` names the copied text for screen readers. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('ui')
  const withColon = useColon()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast(t('copied'), { tone: 'good' })
    } catch {
      // Not https, or permission denied.
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
