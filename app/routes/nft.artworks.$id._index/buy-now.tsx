// Purchase of a work at its fixed price without leaving its page: the price, what the reader has, and one button. A refusal is answered on
// the page of the purchase.

import { Form, useLoaderData, useNavigation, useSubmit } from '@remix-run/react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { checkAvailable } from '#domain/money/available'
import { NFT_WALLET } from '#domain/nft/auction'
import { Button } from '../../components/button'
import { FeatureWords } from '../../components/feature-words'
import { HiddenAmounts, Hideable } from '../../components/hidden-amounts'
import { MoveIn } from '../../components/wallet/paying-wallet'
import { askFirst } from '../../components/prompt'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export function BuyNow() {
  const { buying, saleTexts } = useLoaderData<typeof loader>()
  if (!buying || !saleTexts) return null
  return (
    <FeatureWords namespace="lots" texts={saleTexts}>
      <HiddenAmounts isHidden={buying.isHidden}>
        <BuyForm {...buying} />
      </HiddenAmounts>
    </FeatureWords>
  )
}

type Buying = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['buying']>

function BuyForm({ commandId, language, asset, price, available }: Buying) {
  const { t } = useTranslation('lots')
  const numbers = useNumbers()
  const submit = useSubmit()
  const { work, sale } = useLoaderData<typeof loader>()
  const isSending = useNavigation().formMethod === 'POST'
  const money = (value: typeof price) => `${numbers.amount(asset, value)}\u00a0${asset.code}`
  const isCovered = checkAvailable(asset, { available, needed: price }).ok
  const ask = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = event.currentTarget
    const facts = { work: work.name, price: money(price) }
    if (await askFirst({ title: t('confirm_buy_title', facts), text: t('confirm_buy_text'), yes: t('buy') }))
      submit(sent)
  }
  return (
    <Form
      method="post"
      action={`/nft/artworks/${work.id}/buy`}
      className="grid gap-2"
      aria-busy={isSending}
      onSubmit={(event) => void ask(event)}
    >
      <input type="hidden" name="commandId" value={commandId} />
      <input type="hidden" name="lot_id" value={sale?.lotId} />
      <input type="hidden" name="language" value={language} />
      <div className="phone-bar">
        <Button variant="brand" size="lg" isWide isBusy={isSending} data-trade disabled={!isCovered}>
          {t('buy')}
        </Button>
      </div>
      <p className="flex flex-wrap justify-between gap-x-3 text-xs text-muted">
        <span>{t('available')}</span>
        <span className="text-ink tabular-nums">
          <Hideable>{money(available)}</Hideable>
        </span>
        <MoveIn wallet={NFT_WALLET} asset={asset} available={available} needed={price} />
      </p>
    </Form>
  )
}
