// Own NFT trading: unpaid auctions with deadline, own works with actions, own bids.

import { Form, Link, useActionData, useLoaderData, useNavigation, useSubmit } from '@remix-run/react'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { decodeAmount, formatUnits, trimZeros } from '#domain/money/amount'
import { type Lot, currentPrice, salePhase } from '#domain/nft/artwork'
import { Badge } from '../../components/badge'
import { Button, ButtonLink } from '../../components/button'
import { Countdown } from '../../components/countdown'
import { DataTable } from '../../components/data-table'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { Hideable } from '../../components/hidden-amounts'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { askFirst } from '../../components/prompt'
import { TradedWork } from '../../components/nft/traded-work'
import { askFunds as clientAction, commandOf } from '../../forms/funds'
import { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
import { useColon } from '../../text/colon'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientAction, shouldRevalidate }
export { pageTitle as meta } from '../../text/title'

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export default featurePage('lots', Mine)

function Mine() {
  const { t } = useTranslation('lots')
  const { t: tShell } = useTranslation('shell')
  const { title, orders, works, bids, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const said = answer?.isUnanswered ? tShell('unanswered') : answer?.problem?.text
  return (
    <Pane title={title} backTo="/nft" frame="lists">
      {done && <Notice tone="good">{t(`done_${done}`)}</Notice>}
      {said && <Notice tone="bad">{said}</Notice>}
      {orders.length > 0 && (
        <Part heading={t('orders_title')}>
          <ul className="grid gap-3">
            {orders.map((order) => (
              <Order key={order.id} order={order} />
            ))}
          </ul>
        </Part>
      )}
      {works.length === 0 ? (
        <Empty icon="image" action={<ButtonLink to="/nft">{t('to_market')}</ButtonLink>}>
          {t('no_works')}
        </Empty>
      ) : (
        <Part heading={t('works_title')}>
          <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
            {works.map((own) => (
              <Work key={own.work.id} own={own} />
            ))}
          </ul>
        </Part>
      )}
      {bids.length > 0 && (
        <Part heading={t('bids_title')}>
          <Bids />
        </Part>
      )}
    </Pane>
  )
}

const Part = ({ heading, children }: { readonly heading: string; readonly children: ReactNode }) => (
  <section className="grid gap-3" aria-label={heading}>
    <h2 className="font-semibold">{heading}</h2>
    {children}
  </section>
)

const useMoney = () => {
  const numbers = useNumbers()
  return ({ code, scale }: { readonly code: string; readonly scale: number }, value: bigint) =>
    `${numbers.decimal(trimZeros(formatUnits(value, scale)))}\u00a0${code}`
}

/** Button with confirmation; without scripts it submits directly. */
function Ask({ intent, id, words }: { intent: 'pay' | 'open'; id: number; words: { text: string; yes: string } }) {
  const { t } = useTranslation('lots')
  const submit = useSubmit()
  const answer = useActionData<typeof action>()
  const { commandId, language } = useLoaderData<typeof loader>()
  const { formData } = useNavigation()
  const ask = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = event.currentTarget
    if (await askFirst({ title: t(`confirm_${intent}_title`), ...words })) submit(sent)
  }
  return (
    <Form method="post" onSubmit={(event) => void ask(event)}>
      <input type="hidden" name="commandId" value={commandOf(answer, commandId)} />
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <Button variant="brand" size="sm" isBusy={formData?.get('id') === String(id)}>
        {words.yes}
      </Button>
    </Form>
  )
}

function Order({ order }: { readonly order: Loaded['orders'][number] }) {
  const { t } = useTranslation('lots')
  const withColon = useColon()
  const { now } = useLoaderData<typeof loader>()
  const money = useMoney()
  const { asset, price, rest, state, payBy, work, isNew } = order
  const isOpen = state === 'to_pay' && payBy > now
  const facts = { work: work.name, rest: money(asset, rest) }
  return (
    <li className="panel p-4">
      <TradedWork isInList work={work}>
        <p className="flex flex-wrap items-center gap-2">
          <Badge>{t(`order_${state === 'to_pay' && !isOpen ? 'expired' : state}`)}</Badge>
          {isNew && <span className="size-2 rounded-full bg-bad" role="img" aria-label={t('unread')} />}
        </p>
        <p>
          {withColon(t('total'))}
          <Hideable>{money(asset, price)}</Hideable>
        </p>
        {isOpen && (
          <>
            <p data-figure="rest">
              {withColon(t('rest'))}
              <Hideable>{money(asset, rest)}</Hideable>
            </p>
            <p className="text-muted">
              {t('pay_within')} <Countdown endsAt={payBy} now={now} label={t('pay_within')} />
            </p>
            <Ask intent="pay" id={order.id} words={{ text: t('confirm_pay_text', facts), yes: t('pay') }} />
          </>
        )}
      </TradedWork>
    </li>
  )
}

function Work({ own: { work, artist, lot } }: { readonly own: Loaded['works'][number] }) {
  const { t } = useTranslation('lots')
  const { now } = useLoaderData<typeof loader>()
  const isLive = lot?.state === 'won' || (lot !== null && salePhase(lot, now) !== 'ended')
  return (
    <li className="panel p-4">
      <TradedWork isInList work={work} artist={artist}>
        <p className="flex flex-wrap gap-1.5">
          {isLive && <Badge>{t('selling')}</Badge>}
          {work.isOpened ? <Badge>{work.rarity}</Badge> : <Badge>{t('shut')}</Badge>}
        </p>
        {lot !== null && isLive && <OwnSale lot={lot} />}
        <div className="flex flex-wrap items-center gap-2">
          {!work.isOpened && !isLive && (
            <Ask
              intent="open"
              id={work.id}
              words={{ text: t('confirm_open_text', { work: work.name }), yes: t('open_box') }}
            />
          )}
          {!isLive && (
            <ButtonLink to={`/nft/artworks/${work.id}/resell`} size="sm">
              {t('resell')}
            </ButtonLink>
          )}
          {work.receiptId && (
            <Link to={`/receipts/${work.receiptId}`} className="py-1 text-selected-text hover:underline">
              {t('receipt')}
            </Link>
          )}
        </div>
      </TradedWork>
    </li>
  )
}

/** Own sale: price and end; after a win, the payment state of the buyer. */
function OwnSale({ lot }: { readonly lot: Lot }) {
  const { t } = useTranslation('lots')
  const withColon = useColon()
  const money = useMoney()
  const { now } = useLoaderData<typeof loader>()
  const phase = salePhase(lot, now)
  const priced = lot.highest !== null ? 'current_bid' : lot.mode === 'auction' ? 'starting_price' : 'ask'
  return (
    <>
      <p>
        {withColon(t(priced))}
        <Hideable>{money(lot.asset, currentPrice(lot))}</Hideable>
      </p>
      <p className="text-muted">
        {phase === 'ended' ? (
          t('buyer_to_pay')
        ) : phase === 'not_started' ? (
          <>
            {t('phase_not_started')} · <Moment at={lot.startsAt} />
          </>
        ) : (
          <>
            {t('ends_in')} <Countdown endsAt={lot.endsAt} now={now} label={t('ends_in')} />
          </>
        )}
      </p>
    </>
  )
}

function Bids() {
  const { t } = useTranslation('lots')
  const { bids } = useLoaderData<typeof loader>()
  const money = useMoney()
  return (
    <div className="panel overflow-hidden">
      <DataTable
        caption={t('bids_title')}
        columns={[
          {
            key: 'work',
            head: t('work'),
            isTitle: true,
            cell: ({ work }) => (
              <Link to={`/nft/artworks/${work.id}/bid`} className="hover:underline">
                {work.name}
              </Link>
            ),
          },
          {
            key: 'state',
            head: t('state'),
            isAside: true,
            cell: ({ state, asset, current }) => t(`bid_${state}`, { price: money(asset, current) }),
          },
          {
            key: 'bid',
            head: t('bid'),
            isNumber: true,
            cell: ({ asset, price }) => <Hideable>{money(asset, decodeAmount(price))}</Hideable>,
          },
          { key: 'at', head: t('time'), isWide: true, cell: ({ at }) => <Moment at={at} /> },
        ]}
        rows={bids}
        keyOf={({ actNo }) => String(actNo)}
      />
    </div>
  )
}
