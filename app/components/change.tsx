// Signed price change: colour, sign and arrow together, so that colour is not the only indication.

import { useTranslation } from 'react-i18next'
import { directionOf } from '../text/decimal-text'
import { useNumbers } from '../text/numbers'

const CLASSES = { up: 'text-up-text', down: 'text-down-text', flat: 'text-muted' } as const
const ARROWS = { up: '▲', down: '▼', flat: '' } as const

export function Change({ percent, className = '' }: { percent: string; className?: string }) {
  const { t } = useTranslation('shell')
  const numbers = useNumbers()
  const direction = directionOf(percent)
  return (
    <span className={`whitespace-nowrap ${CLASSES[direction]} ${className}`}>
      <span aria-hidden="true" className="mr-0.5 text-[0.7em]">
        {ARROWS[direction]}
      </span>
      {direction !== 'flat' && <span className="sr-only">{t(direction)} </span>}
      {numbers.change(percent)}
    </span>
  )
}
