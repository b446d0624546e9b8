// Transfer preview: moved amount, and available balances of both wallets afterwards.

import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Wallet } from '#domain/catalogue'
import { type Amount, add, decodeAmount, subtract } from '#domain/money/amount'
import { usdtPriceText, usdtPricesOf } from '#domain/portfolio/appraisal'
import { Button } from '../../components/button'
import { Fact, FactList } from '../../components/fact'
import { FiatText } from '../../components/fiat'
import { Hideable } from '../../components/hidden-amounts'
import { useSite } from '../../site/site'
import type { TransferAnswer, TransferFields, TransferSummary } from '../../forms/transfer'
import { usdtValueText } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

interface PreviewFactsProps {
  readonly summary: TransferSummary
  /** Null while no quote is known. */
  readonly usdtPrice: string | null
}

export function PreviewFacts({ summary, usdtPrice }: PreviewFactsProps) {
  const { t } = useTranslation('wallet')
  const numbers = useNumbers()
  const { asset, amount, from, to } = summary
  return (
    <>
      <p className="py-2 text-center text-2xl font-bold break-all">
        {numbers.amount(asset, amount)} <span className="text-base font-medium text-muted">{asset.code}</span>
      </p>
      <FactList className="mt-2">
        <Side label={t('from')} asset={asset} side={from} usdtPrice={usdtPrice} />
        <Side label={t('to')} asset={asset} side={to} usdtPrice={usdtPrice} />
        <Fact label={t('fee')}>{t('free')}</Fact>
      </FactList>
    </>
  )
}

interface SideProps extends Pick<PreviewFactsProps, 'usdtPrice'> {
  readonly label: string
  readonly asset: TransferSummary['asset']
  readonly side: { readonly wallet: Wallet; readonly before: Amount; readonly after: Amount }
}

function Side({ label, asset, side, usdtPrice }: SideProps) {
  const { t } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  const numbers = useNumbers()
  return (
    <Fact label={label}>
      <span className="font-medium">{tRefusals(`wallet_${side.wallet}`)}</span>
      <span className="block text-xs text-muted">
        {t('available')}{' '}
        <Hideable>
          {numbers.amount(asset, side.before)} → {numbers.amount(asset, side.after)}
        </Hideable>
      </span>
      {usdtPrice !== null && (
        <span className="block text-2xs text-muted">
          <Hideable>
            <FiatText usdt={usdtValueText(asset, side.before, usdtPrice)} className="" /> →{' '}
            <FiatText usdt={usdtValueText(asset, side.after, usdtPrice)} className="" />
          </Hideable>
        </span>
      )}
    </Fact>
  )
}

interface HiddenFieldsProps {
  readonly commandId: string
  readonly fields?: TransferFields
  readonly step?: 'confirm'
}

/** Hidden form fields: command id, language, reviewed fields. */
export function HiddenFields({ commandId, fields, step }: HiddenFieldsProps) {
  const { language } = useSite()
  const all = { commandId, language, ...fields, ...(step && { step }) }
  return (
    <>
      {Object.entries(all).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

interface DrawnPreviewProps {
  readonly fields: TransferFields
  readonly preview: NonNullable<TransferAnswer['preview']>
  readonly commandId: string
}

/** Preview as a page, for visitors without scripts. */
export function DrawnPreview({ fields, preview, commandId }: DrawnPreviewProps) {
  const { t } = useTranslation('wallet')
  const { t: tUi } = useTranslation('ui')
  const { assets, quotes } = useLoaderData<typeof loader>()
  const isSending = useNavigation().state !== 'idle'
  const asset = assets.find((row) => String(row.id) === fields.assetId)
  if (!asset) return null
  const amount = decodeAmount(preview.amount)
  const [given, taken] = preview.before.map(decodeAmount)
  if (given === undefined || taken === undefined) return null
  const summary: TransferSummary = {
    asset,
    amount,
    from: { wallet: fields.from, before: given, after: subtract(given, amount) },
    to: { wallet: fields.to, before: taken, after: add(taken, amount) },
  }
  return (
    <Form method="post">
      <HiddenFields commandId={commandId} fields={fields} />
      <h2 className="text-lg font-bold">{t('preview_title')}</h2>
      <PreviewFacts summary={summary} usdtPrice={usdtPriceText(usdtPricesOf(quotes), asset.code)} />
      <div className="mt-5 grid grid-cols-2 gap-2">
        <Button variant="brand" name="step" value="confirm" isBusy={isSending} className="order-2">
          {t('confirm')}
        </Button>
        <Button name="step" value="edit">
          {tUi('back')}
        </Button>
      </div>
    </Form>
  )
}
