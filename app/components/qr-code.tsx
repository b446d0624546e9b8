// QR code of an address. The encoder loads on first render; until then, and without scripts, the space stays reserved
// beside the text.

import { useTranslation } from 'react-i18next'
import { useLoaded } from './use-alive'

interface QrCodeProps {
  readonly text: string
  /** Accessible name of the code. */
  readonly label: string
  /** Caption; the default explains scanning, null omits it. */
  readonly caption?: string | null
  readonly className?: string
}

const loadEncoder = () => import('uqr')

/** Always dark on white, with the quiet zone that scanners need: a dark theme would make it unreadable. */
export function QrCode({ text, label, caption, className = 'size-44' }: QrCodeProps) {
  const { t } = useTranslation('ui')
  const spoken = caption === undefined ? t('scan') : caption
  const encoder = useLoaded(loadEncoder, true)
  const code = encoder?.encode(text, { border: 2 })
  return (
    <figure className="grid w-fit justify-items-center gap-2">
      <div className={`rounded-lg bg-white p-1 ${className}`}>
        {code && (
          <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
            <path d={pathOf(code.data)} fill="#000000" />
          </svg>
        )}
      </div>
      {spoken && <figcaption className="text-xs text-muted">{spoken}</figcaption>}
    </figure>
  )
}

const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
