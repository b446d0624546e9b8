// Slider that moves prices by per mille in a what-if calculation. Without scripts its form asks the server.

import { Form, useSearchParams } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { useNumbers } from '../../text/numbers'
import { Button } from '../button'
import { useAlive } from '../use-alive'

/** Price move in per mille, `-most` to `most`; initially `asked`, the URL's move. */
export function useMove(most: number) {
  const [search] = useSearchParams()
  const asked = /^-?\d{1,3}$/.test(search.get('move') ?? '') ? Number(search.get('move')) : 0
  const [move, setMove] = useState(Math.max(-most, Math.min(most, asked)))
  return { asked, move, setMove, most }
}

interface MoveFormProps {
  readonly of: ReturnType<typeof useMove>
  readonly label: ReactNode
  /** Label of the button for pages without scripts. */
  readonly show: string
  readonly className?: string
  /** Result of the move. */
  readonly children: ReactNode
}

export function MoveForm({ of: { move, setMove, most }, label, show, className = '', children }: MoveFormProps) {
  const numbers = useNumbers()
  const isAlive = useAlive()
  const percent = numbers.change((move / 10).toFixed(1))
  return (
    <Form
      method="get"
      preventScrollReset
      className={`grid gap-2 ${className}`}
      onSubmit={(event) => isAlive && event.preventDefault()}
    >
      <label className="grid gap-1">
        <span className="flex justify-between gap-3">
          <span>{label}</span>
          <span className="tabular-nums" data-figure="what_if_move">
            {percent}
          </span>
        </span>
        <input
          type="range"
          name="move"
          min={-most}
          max={most}
          step={1}
          value={move}
          aria-valuetext={percent}
          onChange={(event) => setMove(event.target.valueAsNumber)}
          className="min-h-11 w-full accent-selected"
        />
      </label>
      <Button size="sm" className="hidden noscript:inline-flex">
        {show}
      </Button>
      {children}
    </Form>
  )
}
