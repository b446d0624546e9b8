// The choices of the ticket that change its shape: links that the server draws; with scripts they switch in place.

import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type TicketFields, isSizedInQuote } from '../../forms/spot'

export type OnChange = (part: Partial<TicketFields>) => void

interface ChoiceProps {
  readonly part: Partial<TicketFields>
  readonly isOn: boolean
  readonly fields: TicketFields
  readonly onChange: OnChange
  readonly className: string
  readonly children: ReactNode
}

function Choice({ part, isOn, fields, onChange, className, children }: ChoiceProps) {
  const { side, kind, sizeIn } = { ...fields, ...part }
  return (
    <Link
      to={`?${new URLSearchParams({ side, kind, sizeIn }).toString()}`}
      replace
      preventScrollReset
      role="button"
      aria-pressed={isOn}
      className={className}
      onClick={(event) => {
        event.preventDefault()
        onChange(part)
      }}
      onKeyDown={(event) => {
        // A button answers the space bar too; a link alone would scroll.
        if (event.key !== ' ') return
        event.preventDefault()
        onChange(part)
      }}
    >
      {children}
    </Link>
  )
}

interface TabsProps {
  readonly fields: TicketFields
  readonly onChange: OnChange
}

export function SideTabs({ fields, onChange }: TabsProps) {
  const { t } = useTranslation('spot')
  return (
    <div className="grid grid-cols-2 gap-1 rounded-lg bg-raised p-0.5">
      {(['buy', 'sell'] as const).map((side) => (
        <Choice
          key={side}
          part={{ side }}
          isOn={fields.side === side}
          fields={fields}
          onChange={onChange}
          className={`button min-h-10 px-2 ${fields.side === side ? `button-${side}` : 'text-muted'}`}
        >
          {t(side)}
        </Choice>
      ))}
    </div>
  )
}

export function KindTabs({ fields, onChange }: TabsProps) {
  const { t } = useTranslation('spot')
  const tab = (isOn: boolean) =>
    `flex min-h-10 items-center border-b-2 px-1.5 text-sm lg:min-h-9 ${isOn ? 'border-selected font-semibold text-selected-text' : 'border-transparent text-muted'}`
  return (
    <div className="flex gap-2">
      {(['limit', 'market'] as const).map((kind) => (
        <Choice
          key={kind}
          part={{ kind }}
          isOn={fields.kind === kind}
          fields={fields}
          onChange={onChange}
          className={tab(fields.kind === kind)}
        >
          {t(kind)}
        </Choice>
      ))}
    </div>
  )
}

interface SizeTabsProps extends TabsProps {
  readonly base: string
  readonly quote: string
}

/** What the order is sized in. A market sale brings what the book gives, so it has no choice. */
export function SizeTabs({ fields, onChange, base, quote }: SizeTabsProps) {
  const { t } = useTranslation('spot')
  if (fields.kind === 'market' && fields.side === 'sell') return null
  const isQuote = isSizedInQuote(fields)
  const tab = (isOn: boolean) =>
    `-my-2 flex min-h-9 items-center px-1.5 text-xs ${isOn ? 'font-semibold text-selected-text' : 'text-muted hover:text-ink'}`
  return (
    <div role="group" aria-label={t('size_in')} className="flex">
      <Choice part={{ sizeIn: 'base' }} isOn={!isQuote} fields={fields} onChange={onChange} className={tab(!isQuote)}>
        {base}
      </Choice>
      <Choice part={{ sizeIn: 'quote' }} isOn={isQuote} fields={fields} onChange={onChange} className={tab(isQuote)}>
        {quote}
      </Choice>
    </div>
  )
}
