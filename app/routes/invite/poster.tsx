// Poster preview with its actions. Drawn on demand; without scripts only the link is offered.

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlive } from '../../components/use-alive'
import { Button } from '../../components/button'
import { Icon } from '../../components/icon'
import { useSite } from '../../site/site'
import { toast } from '../../components/toast'

interface PosterProps {
  readonly code: string
  readonly link: string
}

/** Picture blob with its object URL. */
interface Picture {
  readonly blob: Blob
  readonly url: string
}

export function Poster({ code, link }: PosterProps) {
  const { t } = useTranslation('promotion')
  const isAlive = useAlive()
  const { picture, isBusy, draw } = usePicture({ code, link })
  if (!isAlive) return null
  return (
    <div className="grid gap-3">
      {picture && (
        <img src={picture.url} alt={t('invite_poster')} width={1080} height={1620} className="w-full rounded-lg" />
      )}
      {picture ? (
        <div className="grid grid-cols-2 gap-2">
          <a href={picture.url} download={`invite-${code}.png`} className="button button-brand">
            {t('invite_save')}
          </a>
          <Button onClick={() => void share(picture.blob, { code, link })}>
            <Icon name="share" />
            {t('invite_send')}
          </Button>
        </div>
      ) : (
        <Button isBusy={isBusy} onClick={draw} isWide>
          <Icon name="image" />
          {t('invite_poster')}
        </Button>
      )}
    </div>
  )
}

function usePicture({ code, link }: PosterProps) {
  const { t } = useTranslation('promotion')
  const { name } = useSite()
  const [picture, setPicture] = useState<Picture | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => (picture ? () => URL.revokeObjectURL(picture.url) : undefined), [picture])
  const make = async () => {
    const { drawPoster } = await import('./poster.client')
    const words = {
      slogan: t('invite_slogan', { site: name }),
      codeLabel: t('invite_code'),
      scan: t('invite_scan'),
    }
    const blob = await drawPoster({ ...words, site: name, code, link })
    setPicture({ blob, url: URL.createObjectURL(blob) })
  }
  const draw = () => {
    setBusy(true)
    make()
      .catch(() => toast(t('invite_failed'), { tone: 'bad' }))
      .finally(() => setBusy(false))
  }
  return { picture, isBusy, draw }
}

/** Shares the picture if supported, otherwise the link; cancelling is no error. */
async function share(blob: Blob, { code, link }: PosterProps): Promise<void> {
  const files = [new File([blob], `invite-${code}.png`, { type: 'image/png' })]
  const data = navigator.canShare?.({ files }) ? { files, url: link } : { url: link }
  try {
    if ('share' in navigator) await navigator.share(data)
    else await (navigator as Navigator).clipboard.writeText(link)
  } catch {
    // Cancelled or forbidden: the link remains on the page.
  }
}
