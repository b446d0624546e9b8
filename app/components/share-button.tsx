// Button that shares the link of the page, or copies it where the browser cannot share. Needs scripts.

import { useTranslation } from 'react-i18next'
import { Icon } from './icon'
import { toast } from './toast'
import { useAlive } from './use-alive'

export function ShareButton({ title }: { readonly title: string }) {
  const { t } = useTranslation('ui')
  const isAlive = useAlive()
  const share = async () => {
    const url = location.origin + location.pathname
    try {
      if ('share' in navigator) {
        await navigator.share({ title, url })
        return
      }
      await (navigator as Navigator).clipboard.writeText(url)
      toast(t('link_copied'), { tone: 'good' })
    } catch (error) {
      // Closing the share sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast(t('copy_failed'), { tone: 'bad' })
    }
  }
  return (
    <button
      type="button"
      onClick={() => void share()}
      aria-label={t('share')}
      className={`inline-grid size-11 shrink-0 place-items-center rounded-full text-muted transition hover:bg-raised hover:text-ink ${isAlive ? '' : 'invisible'}`}
    >
      <Icon name="share" className="size-5" />
    </button>
  )
}
