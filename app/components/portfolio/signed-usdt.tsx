// Profit or loss in USDT: sign and colour.

import { floorDecimals, directionOf } from '../../text/decimal-text'
import { useNumbers } from '../../text/numbers'

const CLASSES = { up: 'text-up-text', down: 'text-down-text', flat: '' } as const

export function SignedUsdt({ usdt, className = '' }: { readonly usdt: string; readonly className?: string }) {
  const numbers = useNumbers()
  return (
    <span className={`whitespace-nowrap ${CLASSES[directionOf(floorDecimals(usdt, 2))]} ${className}`}>
      {numbers.result(usdt)}
    </span>
  )
}
