// Choices that change the ticket's form: links rendered by the server; with scripts they switch in place.

import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showInRow } from '../../components/spot/show-in-row'
import { PLANS, type TicketFields, isSizedInQuote } from '../../forms/spot'
import { withPlan } from '../../forms/spot-submission'
import { SESSION_NOTE } from './stock-session'

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
  const { side, kind, sizeIn, plan, trailIn } = { ...fields, ...part }
  const choices = { side, kind, sizeIn, ...(plan && { plan }), ...(plan && trailIn && { trailIn }) }
  return (
    <Link
      ref={isOn ? showInRow : undefined}
      to={`?${new URLSearchParams(choices).toString()}`}
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
        // Buttons react to the space bar, links do not: the page would scroll instead.
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

const KINDS = ['limit', 'market'] as const

interface KindTabsProps extends TabsProps {
  /** True when this pair supports conditional orders. */
  readonly mayWait: boolean
  /** False while the exchange of a share is closed. */
  readonly takesMarket: boolean
}

/** Order kind tabs: immediate kinds, then conditional ones. On a phone the row scrolls horizontally. */
export function KindTabs({ fields, onChange, mayWait, takesMarket }: KindTabsProps) {
  const { t } = useTranslation('spot')
  const { t: tPlan } = useTranslation('conditional')
  const tab = (isOn: boolean) =>
    `flex min-h-10 shrink-0 items-center border-b-2 px-1.5 text-sm whitespace-nowrap lg:min-h-9 lg:max-xl:px-1 lg:max-xl:text-xs ${isOn ? 'border-selected font-semibold text-selected-text' : 'border-transparent text-muted'}`
  return (
    <div className="goes-on no-scrollbar flex gap-x-2 overflow-x-auto lg:flex-wrap lg:max-xl:grid lg:max-xl:grid-cols-[repeat(3,auto)] lg:max-xl:justify-start">
      {(takesMarket ? KINDS : KINDS.slice(0, 1)).map((kind) => (
        <Choice
          key={kind}
          part={{ kind, plan: undefined }}
          isOn={!fields.plan && fields.kind === kind}
          fields={fields}
          onChange={onChange}
          className={tab(!fields.plan && fields.kind === kind)}
        >
          {t(kind)}
        </Choice>
      ))}
      {!takesMarket && (
        <button
          type="button"
          aria-disabled
          aria-describedby={SESSION_NOTE}
          className={`${tab(fields.kind === 'market')} cursor-not-allowed opacity-55`}
        >
          {t('market')}
        </button>
      )}
      {(mayWait ? PLANS : []).map((plan) => (
        <Choice
          key={plan}
          // Conditional orders default to market: a stop whose limit price finds no counterparty gives no protection.
          part={{ kind: 'market', ...withPlan(plan) }}
          isOn={fields.plan === plan}
          fields={fields}
          onChange={onChange}
          className={tab(fields.plan === plan)}
        >
          {tPlan(`tab_${plan}`)}
        </Choice>
      ))}
    </div>
  )
}

interface ChoiceTabsProps extends TabsProps {
  readonly label: string
  readonly choices: readonly {
    readonly key: string
    readonly part: Partial<TicketFields>
    readonly isOn: boolean
    readonly words: string
  }[]
}

/** Choice tabs beside a field; exactly one is selected. */
export function ChoiceTabs({ label, choices, fields, onChange }: ChoiceTabsProps) {
  return (
    <div role="group" aria-label={label} className="flex">
      {choices.map(({ key, part, isOn, words }) => (
        <Choice key={key} part={part} isOn={isOn} fields={fields} onChange={onChange} className={choiceClass(isOn)}>
          {words}
        </Choice>
      ))}
    </div>
  )
}

const choiceClass = (isOn: boolean): string =>
  `-my-2 flex min-h-9 items-center px-1.5 text-xs ${isOn ? 'font-semibold text-selected-text' : 'text-muted hover:text-ink'}`

interface SizeTabsProps extends TabsProps {
  readonly base: string
  readonly quote: string
}

/** Size unit tabs. A market sale has no quote size, because its proceeds depend on the book. */
export function SizeTabs({ fields, onChange, base, quote }: SizeTabsProps) {
  const { t } = useTranslation('spot')
  if (fields.kind === 'market' && fields.side === 'sell') return null
  const isQuote = isSizedInQuote(fields)
  return (
    <ChoiceTabs
      label={t('size_in')}
      choices={[
        { key: 'base', part: { sizeIn: 'base' }, isOn: !isQuote, words: base },
        { key: 'quote', part: { sizeIn: 'quote' }, isOn: isQuote, words: quote },
      ]}
      fields={fields}
      onChange={onChange}
    />
  )
}
