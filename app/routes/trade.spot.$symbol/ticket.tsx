// Order ticket. Works as a plain form: side, type and size are server-rendered links; with scripts they switch in
// place.

import { useTranslation } from 'react-i18next'
import { useSite } from '../../site/site'
import { MarginWallet } from '../../components/loan/margin-choice'
import { AskOption } from '../../components/trade/order-question'
import { TicketLogin } from '../../components/trade/ticket-login'
import type { TicketFields } from '../../forms/spot'
import { typedTicket } from '../../forms/spot-submission'
import { TicketAnswer } from './ticket-answer'
import { KindTabs, SideTabs } from './ticket-choice'
import { useTakesMarket } from './stock-session'
import { PriceField, SizeField } from './ticket-fields'
import { FeeRates, PlaceButton } from './ticket-foot'
import { Available, Total } from './ticket-money'
import { LimitOptions, ShareSlider } from './ticket-options'
import { ExitFields, HeldUntil, PlanFields } from './ticket-plan'
import { TicketSummary } from './ticket-summary'
import { type TicketProps, useTicket } from './use-ticket'

export function Ticket(props: TicketProps) {
  const { isAsking, onAsking } = props
  const { pair } = props.facts
  const { t } = useTranslation('spot')
  const { userId } = useSite()
  const takesMarket = useTakesMarket(pair.stock)
  const { fetcher, form, guard, ownId, facts, fields, change, reading, shown, isSending, isOffline, question } =
    useTicket(props)
  const part = { facts, fields, reading, answer: shown, onChange: change }
  const summary = reading.outlook ? null : reading.summary
  return (
    <section aria-label={t('ticket')} className="p-2.5 lg:sticky lg:top-0 lg:p-3">
      <SideTabs fields={fields} onChange={change} />
      <KindTabs fields={fields} onChange={change} mayWait={!pair.stock} takesMarket={takesMarket} />
      <fetcher.Form
        ref={form}
        method="post"
        onSubmit={guard}
        className="mt-1.5 grid gap-1 lg:gap-1.5"
        aria-busy={isSending}
      >
        <HiddenFields intent="place" commandId={ownId} language={facts.language} {...choicesOf(fields)} />
        {facts.margin && !fields.plan && (
          <MarginWallet
            margin={facts.margin}
            isMargin={fields.wallet === 'margin'}
            onChoose={(isMargin) => change(isMargin ? INTO_MARGIN : { wallet: undefined })}
          />
        )}
        <Available facts={facts} fields={fields} reading={reading} />
        <PlanFields {...part} />
        <PriceField {...part} />
        <SizeField {...part} />
        <ShareSlider {...part} />
        {fields.kind === 'limit' && !fields.plan && <LimitOptions fields={fields} onChange={change} />}
        <Total pair={pair} summary={summary} />
        <HeldUntil {...part} />
        <TicketSummary pair={pair} summary={summary} />
        {userId === null ? (
          <TicketLogin words={t('log_in_to_trade')} typed={typedTicket(fields, pair.stock !== undefined)} />
        ) : (
          <PlaceButton
            side={fields.side}
            asset={pair.base.code}
            isSending={isSending}
            isIdle={isSending || isOffline}
            isAsking={isAsking}
          />
        )}
        <TicketAnswer pair={pair} fields={fields} answer={shown} fetched={fetcher.data}>
          {isOffline || reading.outlook ? (
            <p role="status">{t(isOffline ? 'offline_waits' : `outlook_${reading.outlook ?? 'terms'}`)}</p>
          ) : (
            <p className="text-2xs text-muted">
              <FeeRates facts={facts} />
            </p>
          )}
        </TicketAnswer>
        {!fields.plan && !fields.wallet && !pair.stock && <ExitFields {...part} />}
      </fetcher.Form>
      {userId !== null && <AskOption isAsking={isAsking} onAsking={onAsking} />}
      {question && (
        <question.ConfirmSpot
          isOpen={question.isOpen}
          pair={pair}
          fields={fields}
          reading={reading}
          onAnswer={question.onAnswer}
        />
      )}
    </section>
  )
}

/** Conditional orders and exits are not available on margin: held assets could not be liquidated in time. */
const INTO_MARGIN = { wallet: 'margin', takeProfit: '', stopLoss: '' } as const

const choicesOf = ({ side, kind, sizeIn, plan, trailIn }: TicketFields) => ({
  side,
  kind,
  sizeIn,
  ...(plan && { plan }),
  ...(plan === 'trailing' && trailIn && { trailIn }),
})

/** Hidden form fields. */
const HiddenFields = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
