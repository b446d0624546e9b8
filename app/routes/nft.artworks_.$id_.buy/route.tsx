// Purchase page: price, available balance, and box odds.

import { Form, useActionData, useLoaderData, useNavigation, useSubmit } from '@remix-run/react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type Lot, salePhase } from '#domain/nft/artwork'
import { checkAvailable } from '#domain/money/available'
import { NFT_WALLET } from '#domain/nft/auction'
import { Badge } from '../../components/badge'
import { Button, ButtonLink } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { FigureList } from '../../components/figure-list'
import { Hideable } from '../../components/hidden-amounts'
import { Notice } from '../../components/notice'
import { MoveIn } from '../../components/wallet/paying-wallet'
import { Pane } from '../../components/pane'
import { askFirst } from '../../components/prompt'
import { TradedWork } from '../../components/nft/traded-work'
import { askFunds as clientAction, commandOf } from '../../forms/funds'
import { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
import { useColon } from '../../text/colon'
import { useNumbers } from '../../text/numbers'
import { useRefusalWords } from '../../text/words'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientAction, shouldRevalidate }
export { pageTitle as meta } from '../../text/title'

export default featurePage('lots', Buying)

function Buying() {
  const { t } = useTranslation('lots')
  const { title, work, artist, lot, userId, now } = useLoaderData<typeof loader>()
  const phase = salePhase(lot, now)
  const isForSale = lot?.mode === 'fixed' && phase === 'on_sale' && lot.sellerId !== userId
  return (
    <Pane title={title} backTo={`/nft/artworks/${work.id}`} frame="form">
      <div className="panel p-4">
        <TradedWork work={work} artist={artist.nickname}>
          <Badge>{t(`phase_${phase}`)}</Badge>
        </TradedWork>
      </div>
      {lot && isForSale ? (
        <BuyForm lot={lot} />
      ) : (
        <Notice tone="plain">
          <p>{t(lot?.sellerId === userId ? 'own_sale' : 'not_for_sale')}</p>
          <p className="mt-2">
            <ButtonLink to={`/nft/artworks/${work.id}`} size="sm">
              {t('view_work')}
            </ButtonLink>
          </p>
        </Notice>
      )}
    </Pane>
  )
}

function BuyForm({ lot }: { readonly lot: Lot }) {
  const { t } = useTranslation('lots')
  const withColon = useColon()
  const { t: tShell } = useTranslation('shell')
  const numbers = useNumbers()
  const words = useRefusalWords()
  const submit = useSubmit()
  const { work, available, series, commandId, language } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isSending = useNavigation().formMethod === 'POST'
  const money = (value: typeof lot.price) => `${numbers.amount(lot.asset, value)}\u00a0${lot.asset.code}`
  const covered = checkAvailable(lot.asset, { available, needed: lot.price })
  const ask = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = event.currentTarget
    const facts = { work: work.name, price: money(lot.price) }
    if (await askFirst({ title: t('confirm_buy_title', facts), text: t('confirm_buy_text'), yes: t('buy') }))
      submit(sent)
  }
  const said = answer?.isUnanswered ? tShell('unanswered') : answer?.problem?.text
  return (
    <Form method="post" className="panel grid gap-4 p-4" aria-busy={isSending} onSubmit={(event) => void ask(event)}>
      <input type="hidden" name="commandId" value={commandOf(answer, commandId)} />
      <input type="hidden" name="lot_id" value={lot.id} />
      <input type="hidden" name="language" value={language} />
      <FigureList
        className="rounded-lg bg-raised px-3 py-2 text-sm"
        rows={[
          { key: 'price', label: t('you_pay'), value: money(lot.price), isStrong: true },
          { key: 'available', label: t('available'), value: <Hideable>{money(available)}</Hideable> },
        ]}
      />
      {series && (
        <div className="grid gap-1 text-sm">
          <p className="text-muted">{t('box_rule')}</p>
          <p data-figure="rarities">
            {withColon(t('rarities'))}
            {Object.entries(series.rarities)
              .map(([rarity, count]) => `${rarity} ${numbers.count(count)}`)
              .join(' · ')}
          </p>
          <p className="text-2xs break-all text-muted">
            {withColon(t('root'))}
            {series.root}
          </p>
        </div>
      )}
      {!covered.ok && <Notice tone="plain">{words(covered.refusal)}</Notice>}
      <MoveIn wallet={NFT_WALLET} asset={lot.asset} available={available} needed={lot.price} />
      {said && <Notice tone="bad">{said}</Notice>}
      <Button variant="brand" size="lg" isWide isBusy={isSending}>
        {t('buy')}
      </Button>
    </Form>
  )
}
