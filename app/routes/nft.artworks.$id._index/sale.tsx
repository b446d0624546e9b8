// Current sale of a work with its action: buy, bid, or sell an own work.

import { Form, useLoaderData, useNavigation, useRevalidator, useSubmit } from '@remix-run/react'
import { type FormEvent, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { decodeAmount, formatUnits } from '#domain/money/amount'
import { Button, ButtonLink } from '../../components/button'
import { Countdown } from '../../components/countdown'
import { FigureList } from '../../components/figure-list'
import { Notice } from '../../components/notice'
import { priceWords } from '../../components/nft/works'
import { askFirst } from '../../components/prompt'
import { BuyNow } from './buy-now'
import { useSale } from '../../live/lot-channel'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export function Sale() {
  const { t } = useTranslation('nft')
  const { work, isOwn, isBox, buying } = useLoaderData<typeof loader>()
  const sale = useLiveSale()
  const stand = useStand(sale)
  const isLive = sale !== null && (sale.phase !== 'ended' || sale.isToPay)
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      {isLive ? <Price sale={sale} /> : <p className="text-sm text-muted">{t('not_on_sale')}</p>}
      {sale?.phase === 'on_sale' && stand !== null && (
        <Notice tone={stand === 'leading' ? 'good' : 'bad'}>{t(`stand_${stand}`)}</Notice>
      )}
      {sale?.isWon && (
        <ButtonLink to="/nft/mine" variant="brand" isWide>
          {t('pay_won')}
        </ButtonLink>
      )}
      {isOwn && isBox && !isLive && work.state === 'listed' && <OpenBox name={work.name} />}
      {isOwn && !isLive && work.state === 'listed' && (
        <ButtonLink to={`/nft/artworks/${work.id}/resell`} variant={isBox ? 'quiet' : 'brand'} isWide>
          {t('sell')}
        </ButtonLink>
      )}
      {buying ? (
        <BuyNow />
      ) : !isOwn && sale?.phase === 'on_sale' && stand !== 'leading' ? (
        <div className="phone-bar">
          <ButtonLink
            to={`/nft/artworks/${work.id}/${sale.mode === 'auction' ? 'bid' : 'buy'}`}
            variant="brand"
            isWide
            data-trade
          >
            {t(sale.mode === 'auction' ? 'bid' : 'buy')}
          </ButtonLink>
        </div>
      ) : null}
    </div>
  )
}

/** Opening a box asks for confirmation with scripts, because it is irreversible. */
function OpenBox({ name }: { readonly name: string }) {
  const { t } = useTranslation('nft')
  const submit = useSubmit()
  const { formData } = useNavigation()
  const ask = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = event.currentTarget
    const text = t('confirm_open_text', { work: name })
    // A scripted submit has no submit button, so the intent is a hidden field.
    if (await askFirst({ title: t('confirm_open_title'), text, yes: t('open_box') })) submit(sent)
  }
  return (
    <Form method="post" preventScrollReset onSubmit={(event) => void ask(event)}>
      <input type="hidden" name="intent" value="open" />
      <Button variant="brand" isWide isBusy={formData?.get('intent') === 'open'}>
        {t('open_box')}
      </Button>
    </Form>
  )
}

/** Live sale: loader data until a running auction's room answers; reloads once it ends. */
function useLiveSale(): Shown | null {
  const { sale } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const isRunning = sale?.mode === 'auction' && sale.phase === 'on_sale'
  const { state } = useSale(isRunning ? sale.lotId : null)
  const isOver = state !== null && state.state !== 'open'
  useEffect(() => {
    if (isOver) void revalidate()
  }, [isOver, revalidate])
  if (!sale || !state) return sale
  const { highest, bidCount: bids, endsAt } = state
  const price = highest === null ? sale.price : formatUnits(decodeAmount(highest), sale.scale)
  return { ...sale, highest, hasBid: highest !== null, bids, endsAt, price }
}

/** Whether the reader's bid is the highest; null without a bid. Prices of bids are unique within an auction. */
function useStand(sale: Shown | null): 'leading' | 'outbid' | null {
  const { ownPrices } = useLoaderData<typeof loader>()
  if (!sale || ownPrices.length === 0 || sale.highest === null) return null
  return ownPrices.includes(sale.highest) ? 'leading' : 'outbid'
}

type Shown = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['sale']>

function Price({ sale }: { readonly sale: Shown }) {
  const { t } = useTranslation('nft')
  const numbers = useNumbers()
  const { now } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const money = (text: string): string => `${numbers.usdt(text)}\u00a0${sale.asset}`
  const isLater = sale.phase === 'not_started'
  const timer = isLater ? 'starts_in' : 'ends_in'
  const rows = [
    ...(sale.mode === 'auction'
      ? [
          { key: 'bids', label: t('bids'), value: numbers.count(sale.bids) },
          { key: 'step', label: t('step'), value: money(sale.step) },
          { key: 'margin', label: t('margin'), value: money(sale.margin) },
        ]
      : []),
    sale.isToPay
      ? { key: 'phase', label: t('phase'), value: t('to_pay') }
      : {
          key: timer,
          label: t(timer),
          value: (
            <Countdown
              key={`${sale.phase} ${sale.endsAt}`}
              endsAt={isLater ? sale.startsAt : sale.endsAt}
              now={now}
              label={t(timer)}
              onEnd={isLater ? () => revalidate() : undefined}
            />
          ),
        },
  ]
  return (
    <>
      <p>
        <span className="block text-sm text-muted">{t(priceWords(sale))}</span>
        <span className="text-2xl font-bold tabular-nums" data-figure="current" aria-live="polite">
          {money(sale.price)}
        </span>
      </p>
      <FigureList rows={rows} look="close" className="text-sm" />
    </>
  )
}
