// Transfer form. Posts directly without scripts; with scripts it shows live balances and a review step.

import { Form, useSubmit } from '@remix-run/react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ZERO, formatTrimmed } from '#domain/money/amount'
import { useAlive } from '../../components/use-alive'
import { AmountField } from '../../components/amount-field'
import { BalanceText } from '../../components/balance-text'
import { Button } from '../../components/button'
import { FiatText } from '../../components/fiat'
import { useHiddenAmounts } from '../../components/hidden-amounts'
import { SelectField } from '../../components/select'
import { Sheet, preloadSheet } from '../../components/sheet'
import { type TransferAnswer, type TransferFacts, type TransferFields, givers, takers } from '../../forms/transfer'
import { usdtValueText } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import { HiddenFields, PreviewFacts } from './preview'
import { type TransferFormState, useTransfer } from './use-transfer'
import { WalletFields } from './wallet-fields'

interface TransferFormProps {
  readonly start: TransferFields
  readonly commandId: string
  readonly answer: TransferAnswer | null
}

export function TransferForm({ start, commandId, answer }: TransferFormProps) {
  const { t } = useTranslation('wallet')
  const { t: tUi } = useTranslation('ui')
  const form = useTransfer(start, answer)
  const isAlive = useAlive()
  const { fields, reading, isSending } = form
  const submit = useSubmit()
  const sheetForm = useRef<HTMLFormElement>(null)
  return (
    <>
      <Form method="post" noValidate={isAlive} className="grid gap-4" onSubmit={form.onSubmit}>
        {/* First submit button, triggered by Enter instead of the swap button. */}
        <button name="step" value="preview" tabIndex={-1} aria-hidden="true" className="sr-only" />
        <HiddenFields commandId={commandId} />
        <AssetField form={form} />
        <WalletFields form={form} />
        <TransferAmount form={form} />
        <Button
          variant="brand"
          size="lg"
          name="step"
          value="preview"
          isBusy={isSending}
          onPointerEnter={preloadSheet}
          onFocus={preloadSheet}
        >
          {t('transfer')}
        </Button>
        <p className="-mt-1 text-center text-xs text-muted">{t('transfer_text')}</p>
      </Form>
      <Sheet
        isOpen={form.isLookedOver && reading.summary !== null}
        onClose={form.close}
        title={t('preview_title')}
        size="sm"
        foot={
          <div className="grid grid-cols-2 gap-2">
            <Button onClick={form.close}>{tUi('back')}</Button>
            <Button variant="brand" isBusy={isSending} onClick={() => submit(sheetForm.current, { method: 'post' })}>
              {t('confirm')}
            </Button>
          </div>
        }
      >
        {reading.summary && <PreviewFacts summary={reading.summary} usdtPrice={form.usdtPrice} />}
        <form ref={sheetForm} hidden>
          <HiddenFields commandId={commandId} fields={fields} step="confirm" />
        </form>
      </Sheet>
    </>
  )
}

function AssetField({ form: { fields, assets, problem, availableOf, change } }: { readonly form: TransferFormState }) {
  const { t } = useTranslation('wallet')
  const numbers = useNumbers()
  const isHidden = useHiddenAmounts()
  const wordsOf = (asset: (typeof assets)[number]) => {
    const available = availableOf(fields.from, asset.id)
    return isHidden || available === ZERO ? asset.code : `${asset.code}  (${numbers.amount(asset, available)})`
  }
  // Assets with a balance in the source wallet come first.
  const ordered = [...assets].sort(
    (left, right) => Number(availableOf(fields.from, right.id) > 0n) - Number(availableOf(fields.from, left.id) > 0n),
  )
  return (
    <SelectField
      label={t('asset')}
      name="assetId"
      value={fields.assetId}
      onChange={(event) => {
        const asset = assets.find((row) => String(row.id) === event.target.value)
        if (asset) change({ ...fitWallets(fields, asset, availableOf), assetId: event.target.value, amount: '' })
      }}
      problem={problem?.field === 'asset' ? problem.text : undefined}
      options={ordered.map((asset) => ({ value: String(asset.id), words: wordsOf(asset) }))}
    />
  )
}

/** Keeps the chosen wallets if the asset allows them, otherwise picks the nearest allowed pair. */
function fitWallets(
  fields: TransferFields,
  asset: TransferFormState['assets'][number],
  availableOf: TransferFacts['availableOf'],
): TransferFields {
  const from = givers(asset, availableOf).includes(fields.from) ? fields.from : (asset.wallets[0] ?? fields.from)
  const canTake = takers(asset).includes(fields.to) && fields.to !== from
  return { ...fields, from, to: canTake ? fields.to : (takers(asset).find((wallet) => wallet !== from) ?? fields.to) }
}

function TransferAmount({ form }: { readonly form: TransferFormState }) {
  const { t } = useTranslation('wallet')
  const { fields, asset, usdtPrice, availableOf, reading, problem, change } = form
  if (!asset) return null
  const available = availableOf(fields.from, asset.id)
  const value = reading.summary && usdtPrice !== null ? usdtValueText(asset, reading.summary.amount, usdtPrice) : null
  return (
    <AmountField
      label={t('amount')}
      name="amount"
      unit={asset.code}
      value={fields.amount}
      onText={(amount) => change({ ...fields, amount })}
      max={formatTrimmed(asset, available)}
      scale={asset.scale}
      hasSteps
      isRequired
      available={<BalanceText asset={asset} value={available} usdtPrice={usdtPrice} />}
      hint={problem?.field === 'amount' ? undefined : value === null ? '\u00a0' : <FiatText usdt={value} />}
      problem={problem?.field === 'amount' ? problem.text : undefined}
    />
  )
}
