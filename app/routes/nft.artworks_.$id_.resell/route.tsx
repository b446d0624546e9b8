// Resale page: fixed price or auction, with the seller's proceeds. Irrevocable, as the page states.

import { Form, useActionData, useLoaderData, useNavigation, useSubmit } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Amount, ZERO, parseAmount } from '#domain/money/amount'
import { type Rate, rate } from '#domain/money/rate'
import { bidMarginFor, shareSale } from '#domain/nft/auction'
import { useAlive } from '../../components/use-alive'
import { AmountField } from '../../components/amount-field'
import { Button } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { Field } from '../../components/field'
import { FigureList } from '../../components/figure-list'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { askFirst } from '../../components/prompt'
import { TradedWork } from '../../components/nft/traded-work'
import { plainDecimal } from '../../forms/decimal-field'
import { askFunds as clientAction } from '../../forms/funds'
import { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
import { zoneWords } from '../../text/dates'
import { parseZoneOffset } from '../../visitor/zone'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientAction, shouldRevalidate }
export { pageTitle as meta } from '../../text/title'

const USDT = { id: 3, code: 'USDT', scale: 6 } as const

export default featurePage('lots', Selling)

function Selling() {
  const { t } = useTranslation('lots')
  const { title, work, artist, lot, userId, now } = useLoaderData<typeof loader>()
  const isLive = lot?.state === 'won' || (lot?.state === 'open' && lot.endsAt > now)
  const blocked = work.ownerId !== userId ? 'not_owner' : isLive ? 'already_on_sale' : null
  return (
    <Pane title={title} backTo={`/nft/artworks/${work.id}`} frame="form">
      <div className="panel p-4">
        <TradedWork work={work} artist={artist.nickname} />
      </div>
      {blocked ? <Notice tone="plain">{t(blocked)}</Notice> : <SellForm />}
    </Pane>
  )
}

function SellForm() {
  const { t } = useTranslation('lots')
  const { t: tShell } = useTranslation('shell')
  const money = useMoney()
  const submit = useSubmit()
  const { work, language } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const typed = answer?.fields ?? {}
  const [mode, setMode] = useState(typed['mode'] ?? 'fixed')
  const [price, setPrice] = useState(typed['amount'] ?? '')
  const isSending = useNavigation().formMethod === 'POST'
  const isAlive = useAlive()
  const shares = useShares(price)
  const ask = async (event: FormEvent<HTMLFormElement>) => {
    // An invalid price is rejected by the server.
    if (!shares) return
    event.preventDefault()
    const sent = event.currentTarget
    const facts = { work: work.name, price: money(shares.price), get: money(shares.seller) }
    const text = t(mode === 'auction' ? 'confirm_auction_text' : 'confirm_sell_text', facts)
    if (await askFirst({ title: t('confirm_sell_title'), text, yes: t('sell') })) submit(sent)
  }
  const said = answer?.isUnanswered ? tShell('unanswered') : answer?.problem?.text
  return (
    <Form
      method="post"
      className="group/sale panel grid gap-4 p-4"
      aria-busy={isSending}
      onSubmit={(event) => void ask(event)}
    >
      <input type="hidden" name="language" value={language} />
      <fieldset>
        <legend className="mb-1.5 text-sm text-muted">{t('mode')}</legend>
        <div className="grid grid-cols-2 gap-2">
          {(['fixed', 'auction'] as const).map((each) => (
            <label
              key={each}
              className="relative flex min-h-11 items-center rounded-lg border border-line px-3 py-2 text-sm has-checked:border-selected has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-selected"
            >
              <input
                type="radio"
                name="mode"
                value={each}
                checked={mode === each}
                onChange={() => setMode(each)}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              {t(`mode_${each}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <AmountField
        label={t('ask')}
        name="amount"
        unit={USDT.code}
        scale={USDT.scale}
        value={price}
        onText={setPrice}
        hint={t('ask_hint')}
        isRequired
      />
      {/* Shown by CSS, so it works without scripts; with them an auction's field is sent with an auction only. */}
      {(!isAlive || mode === 'auction') && (
        <div className="hidden group-has-[[name=mode][value=auction]:checked]/sale:block">
          <AmountField
            label={t('step')}
            name="step"
            unit={USDT.code}
            scale={USDT.scale}
            defaultValue={typed['step'] ?? ''}
            hint={t('step_hint')}
            isRequired={mode === 'auction'}
          />
        </div>
      )}
      <Times typed={typed} />
      <Figures price={price} isAuction={mode === 'auction'} />
      <p className="text-2xs text-muted">{t('sell_rule')}</p>
      {said && <Notice tone="bad">{said}</Notice>}
      <Button variant="brand" size="lg" isWide isBusy={isSending}>
        {t('sell')}
      </Button>
    </Form>
  )
}

/** Start and end times in the seller's time zone, which the form displays. */
function Times({ typed }: { readonly typed: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('lots')
  const { times } = useLoaderData<typeof loader>()
  const offset = parseZoneOffset(typed['offset'] ?? String(times.offset))
  const zone = zoneWords(offset)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <input type="hidden" name="offset" value={offset} />
      {(['from', 'to'] as const).map((name) => (
        <Field
          key={name}
          label={t(name, { zone })}
          name={name}
          type="datetime-local"
          defaultValue={typed[name] ?? times[name]}
          required
        />
      ))}
    </div>
  )
}

const useMoney = () => {
  const numbers = useNumbers()
  return (value: Amount) => `${numbers.amount(USDT, value)}\u00a0${USDT.code}`
}

type Sold = Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'artist' | 'userId' | 'work'>

/** Artists pay no royalty on their own works. */
const royaltyOf = ({ artist, userId, work }: Sold): Rate => (artist.userId === userId ? rate(0n) : work.royalty)

/** Distribution of the payment; null for an invalid price. */
function useShares(price: string) {
  const { terms, language, ...sold } = useLoaderData<typeof loader>()
  const read = parseAmount(USDT, plainDecimal(price, language))
  if (!read.ok) return null
  return { price: read.value, ...shareSale(read.value, { commission: terms.commission, royalty: royaltyOf(sold) }) }
}

/** Proceeds at this price; for an auction the minimum. */
function Figures({ price, isAuction }: { readonly price: string; readonly isAuction: boolean }) {
  const { t } = useTranslation('lots')
  const numbers = useNumbers()
  const { terms, work, artist, userId } = useLoaderData<typeof loader>()
  const money = useMoney()
  const shares = useShares(price) ?? { price: ZERO, commission: ZERO, royalty: ZERO, seller: ZERO }
  const royalty = royaltyOf({ artist, userId, work })
  const margin = money(bidMarginFor(shares.price, terms.marginRate))
  return (
    <>
      <FigureList
        className="rounded-lg bg-raised px-3 py-2 text-sm"
        rows={[
          {
            key: 'commission',
            label: `${t('commission')} (${numbers.rate(terms.commission)})`,
            value: money(shares.commission),
          },
          { key: 'royalty', label: `${t('royalty')} (${numbers.rate(royalty)})`, value: money(shares.royalty) },
          {
            key: 'get',
            label: t(isAuction ? 'you_get_least' : 'you_get'),
            value: money(shares.seller),
            isStrong: true,
          },
          ...(isAuction ? [{ key: 'margin', label: t('bidder_deposit'), value: margin }] : []),
        ]}
      />
      {isAuction && shares.price > ZERO && (
        <p className="text-2xs text-muted">{t('deposit_grows', { margin, price: money(shares.price) })}</p>
      )}
    </>
  )
}
