// "This · that": text parts joined by dots. A line breaks between parts and drops the dot at the break.

import { Children, type ReactNode } from 'react'

interface DottedProps {
  /** Text, split at its dots. */
  readonly text?: string
  /** Or the parts themselves. */
  readonly children?: ReactNode
}

/** Each dot precedes its part; at a line start it is clipped outside the box. */
export function Dotted({ text, children = text?.split(DOT) }: DottedProps) {
  return (
    <span className="block overflow-x-clip">
      <span className="-ml-[1.1em] flex flex-wrap">
        {Children.toArray(children).map((part, index) => (
          <span key={index} className="relative min-w-0 pl-[1.1em]">
            {index > 0 && <span className="absolute left-0 flex w-[1.1em] justify-center">{DOT}</span>}
            {part}
          </span>
        ))}
      </span>
    </span>
  )
}

const DOT = ' · '
