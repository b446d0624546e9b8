// Ticket fields of conditional orders and of attached exits; the selected kind decides which are shown.

import { useTranslation } from 'react-i18next'
import { formatSteps } from '#domain/quotes/steps'
import { trailDistance } from '#domain/conditional/triggers'
import { Hideable } from '../../components/hidden-amounts'
import { useSite } from '../../site/site'
import { plainDecimal } from '../../forms/decimal-field'
import type { TicketFacts, TicketFields } from '../../forms/spot'
import { trailIn } from '../../forms/ticket-plan'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import { ChoiceTabs } from './ticket-choice'
import { TicketField, type TicketPartProps, useProblems } from './ticket-fields'

/** Trigger fields, above the price field. */
export function PlanFields(part: TicketPartProps) {
  const { t } = useTranslation('conditional')
  const { t: tSpot } = useTranslation('spot')
  const { fields, onChange } = part
  const { plan } = fields
  if (!plan) return null
  if (plan === 'trailing') return <TrailField {...part} />
  return (
    <>
      {plan === 'oco' ? (
        <p className="text-2xs text-muted">{t('oco_hint')}</p>
      ) : (
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-2 text-xs">
          <p className="text-muted">{t('send_as')}</p>
          <ChoiceTabs
            label={t('send_as')}
            choices={(['market', 'limit'] as const).map((kind) => ({
              key: kind,
              part: { kind },
              isOn: fields.kind === kind,
              words: tSpot(kind),
            }))}
            fields={fields}
            onChange={onChange}
          />
        </div>
      )}
      <TriggerField {...part} />
    </>
  )
}

function TriggerField({ facts, fields, reading, answer, onChange }: TicketPartProps) {
  const { t } = useTranslation('conditional')
  const problemOf = useProblems({ reading, answer, fields })
  const isBelow = (fields.plan === 'take_profit') === (fields.side === 'buy')
  const price = useReference(facts)
  return (
    <TicketField
      label={t(fields.plan === 'oco' ? 'stop_price' : 'trigger_price')}
      unit={facts.pair.quote.code}
      name="trigger"
      value={fields.trigger ?? ''}
      onText={(trigger) => onChange({ trigger })}
      problem={problemOf('trigger')}
      hint={price && t(isBelow ? 'hint_below' : 'hint_above', { price })}
    />
  )
}

function TrailField({ facts, fields, reading, answer, onChange }: TicketPartProps) {
  const { t } = useTranslation('conditional')
  const numbers = useNumbers()
  const problemOf = useProblems({ reading, answer, fields })
  const { pair, indexTicks } = facts
  const isPercent = fields.trailIn === 'percent'
  const trail = trailIn(facts, fields)
  const reference = indexTicks * pair.tickSteps
  const distance = trail && !('code' in trail) && reference > 0 ? trailDistance(trail, reference) : null
  const at = distance === null ? null : fields.side === 'sell' ? reference - distance : reference + distance
  const hint = at !== null && at > 0 && t('trail_hint', { price: numbers.decimal(formatSteps(at, pair.priceDecimals)) })
  return (
    <TicketField
      label={t('trail')}
      unit={isPercent ? '%' : pair.quote.code}
      name="trail"
      value={fields.trail ?? ''}
      onText={(text) => onChange({ trail: text })}
      problem={problemOf('trail')}
      hint={hint}
      aside={
        <ChoiceTabs
          label={t('trail_in')}
          choices={(['amount', 'percent'] as const).map((unit) => ({
            key: unit,
            part: { trailIn: unit, trail: '' },
            isOn: (fields.trailIn ?? 'amount') === unit,
            words: unit === 'percent' ? '%' : pair.quote.code,
          }))}
          fields={fields}
          onChange={onChange}
        />
      }
    />
  )
}

/** Exit fields, folded by default; open while they contain text. */
export function ExitFields({ facts, fields, reading, answer, onChange }: TicketPartProps) {
  const { t } = useTranslation('conditional')
  const problemOf = useProblems({ reading, answer, fields })
  const isTyped = Boolean(fields.takeProfit) || Boolean(fields.stopLoss)
  return (
    <details open={isTyped || undefined}>
      <summary className="min-h-8 cursor-pointer py-1.5 text-xs text-muted">{t('exits')}</summary>
      <div className="grid grid-cols-2 gap-2">
        {(['takeProfit', 'stopLoss'] as const).map((name) => (
          <TicketField
            key={name}
            label={t(name === 'takeProfit' ? 'exit_take_profit' : 'exit_stop_loss')}
            unit={facts.pair.quote.code}
            name={name}
            value={fields[name] ?? ''}
            onText={(text) => onChange({ [name]: text })}
            problem={problemOf(name)}
          />
        ))}
      </div>
      <p className="text-2xs text-muted">{t('exits_hint')}</p>
    </details>
  )
}

/** Amount held until the trigger price is reached. */
export function HeldUntil({ facts, fields, reading }: Pick<TicketPartProps, 'facts' | 'fields' | 'reading'>) {
  const { t } = useTranslation('conditional')
  const numbers = useNumbers()
  if (!fields.plan) return null
  const asset = fields.side === 'buy' ? facts.pair.quote : facts.pair.base
  return (
    <dl className="flex flex-wrap justify-between gap-x-2 text-xs">
      <dt className="text-muted">{t('held_estimate')}</dt>
      <dd data-figure="held_estimate" className="ml-auto text-right wrap-anywhere">
        {reading.summary ? (
          <Hideable>
            {numbers.brief(asset, reading.summary.held)}
            {bound(asset.code)}
          </Hideable>
        ) : (
          '—'
        )}
      </dd>
    </dl>
  )
}

function useReference({ pair, indexTicks }: TicketFacts): string {
  const numbers = useNumbers()
  return indexTicks > 0 ? numbers.price(pair, indexTicks) : ''
}

/** Confirmation rows of trigger and exits. */
export function usePlanRows(
  facts: Pick<TicketFacts, 'pair'>,
  fields: TicketFields,
): readonly { readonly label: string; readonly text: string }[] {
  const { t } = useTranslation('conditional')
  const { language } = useSite()
  const numbers = useNumbers()
  const quote = facts.pair.quote.code
  const plain = (typed: string | undefined) => plainDecimal(typed ?? '', language)
  const written = (typed: string | undefined) => numbers.decimal(plain(typed))
  const { plan, trailIn: unit, takeProfit, stopLoss } = fields
  if (!plan)
    return [
      ...(takeProfit ? [{ label: t('exit_take_profit'), text: `${written(takeProfit)} ${quote}` }] : []),
      ...(stopLoss ? [{ label: t('exit_stop_loss'), text: `${written(stopLoss)} ${quote}` }] : []),
    ]
  if (plan === 'trailing') {
    const text = unit === 'percent' ? numbers.percent(plain(fields.trail)) : `${written(fields.trail)} ${quote}`
    return [{ label: t('trail'), text }]
  }
  return [{ label: t(plan === 'oco' ? 'stop_price' : 'trigger_price'), text: `${written(fields.trigger)} ${quote}` }]
}
