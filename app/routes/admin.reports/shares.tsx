// Sources of user balances, one bar per asset: external funds, demo funds, corrections. Server-rendered.

import { useTranslation } from 'react-i18next'
import { Panel } from '../../admin/page'

interface AssetLine {
  readonly code: string
  readonly owed: string
  readonly reserve: string
  readonly demo: string
  readonly corrections: string
}

const PARTS = [
  ['reserve', 'fill-good', 'bg-good'],
  ['demo', 'fill-brand', 'bg-brand'],
  ['corrections', 'fill-selected', 'bg-selected'],
] as const

export function Shares({ assets }: { assets: readonly AssetLine[] }) {
  const { t } = useTranslation('desk')
  const lines = assets.flatMap((asset) => {
    // Bar lengths are approximate; exact amounts are in the table.
    const sizes = PARTS.map(([part]) => Math.max(0, Number(asset[part])))
    const whole = sizes.reduce((sum, size) => sum + size, 0)
    return whole > 0 ? [{ asset, sizes: sizes.map((size) => (size / whole) * 100) }] : []
  })
  if (lines.length === 0) return null
  return (
    <Panel title={t('shares')}>
      <ul className="grid gap-2 p-4 text-sm">
        {lines.map(({ asset, sizes }) => (
          <li key={asset.code} className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-3">
            <span className="font-medium">{asset.code}</span>
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className="h-4 w-full rounded">
              {PARTS.map(([part, fill], index) => (
                <rect
                  key={part}
                  x={sizes.slice(0, index).reduce((sum, size) => sum + size, 0)}
                  width={sizes[index]}
                  height="6"
                  className={fill}
                />
              ))}
            </svg>
          </li>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-4 px-4 pb-4 text-xs text-muted">
        {PARTS.map(([part, , colour]) => (
          <li key={part} className="flex items-center gap-1.5">
            <span className={`size-3 rounded-sm ${colour}`} aria-hidden="true" />
            {t(`report_${part}`)}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
