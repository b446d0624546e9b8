// Withdrawal review: payee, received amount, step-up proof. Opens as a sheet with scripts, otherwise as a page.

import { Form, useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Amount, formatTrimmed } from '#domain/money/amount'
import { Button } from '../../components/button'
import { Fact, FactList } from '../../components/fact'
import { FiatText } from '../../components/fiat'
import { useRefusal } from '../../components/form-focus'
import { Sheet } from '../../components/sheet'
import { StepUpFields } from '../../components/step-up-fields'
import { commandOf, problemAt } from '../../forms/funds'
import { useSite } from '../../site/site'
import { usdtValueText } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'
import type { WithdrawalState } from './use-withdrawal'

interface PartProps {
  readonly withdrawal: WithdrawalState
}

const FORM = 'withdrawal'

export function ReviewSheet({ withdrawal }: PartProps) {
  const { t } = useTranslation('funds')
  const { t: tUi } = useTranslation('ui')
  return (
    <Sheet
      isOpen={withdrawal.isLookedOver}
      onClose={withdrawal.close}
      title={t('review_withdrawal')}
      size="sm"
      foot={
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={withdrawal.close}>{tUi('back')}</Button>
          <Button form={FORM} variant="brand" isBusy={withdrawal.isSending}>
            {t('withdraw')}
          </Button>
        </div>
      }
    >
      <ReviewForm withdrawal={withdrawal} />
    </Sheet>
  )
}

export function DrawnReview({ withdrawal }: PartProps) {
  const { t } = useTranslation('funds')
  return (
    <div className="grid gap-4">
      <h2 className="text-lg font-bold">{t('review_withdrawal')}</h2>
      <ReviewForm withdrawal={withdrawal}>
        <Button variant="brand" size="lg">
          {t('withdraw')}
        </Button>
      </ReviewForm>
    </div>
  )
}

function ReviewForm({ withdrawal, children }: PartProps & { readonly children?: ReactNode }) {
  const { language } = useSite()
  const { asset, kind, commandId, methods } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const sent = {
    commandId: commandOf(answer, commandId),
    language,
    asset: String(asset.id),
    kind,
    ...withdrawal.fields,
    feeShown: formatTrimmed(asset, withdrawal.reading.fee),
  }
  return (
    <Form
      ref={form}
      id={FORM}
      method="post"
      className="grid gap-4"
      onSubmit={(event) => withdrawal.isSending && event.preventDefault()}
    >
      {Object.entries(sent).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Facts withdrawal={withdrawal} />
      <StepUpFields methods={methods} problem={problemAt(answer, 'proof')} />
      {children}
    </Form>
  )
}

function Facts({ withdrawal: { fields, reading, saved } }: PartProps) {
  const { t } = useTranslation('funds')
  const numbers = useNumbers()
  const { asset, kind, card, usdtPrice } = useLoaderData<typeof loader>()
  const money = (value: Amount) => `${numbers.amount(asset, value)}\u00a0${asset.code}`
  return (
    <div>
      <p className="py-2 text-center text-2xl font-bold break-all">
        {numbers.amount(asset, reading.arrival)} <span className="text-base font-medium text-muted">{asset.code}</span>
        {usdtPrice !== null && (
          <FiatText
            usdt={usdtValueText(asset, reading.arrival, usdtPrice)}
            className="block text-xs font-normal text-muted"
          />
        )}
      </p>
      <FactList>
        {saved ? (
          <Fact label={t('address')}>
            {saved.name && <span className="font-medium">{saved.name} · </span>}
            {saved.network}
            <span className="block font-mono text-xs break-all">{saved.address}</span>
          </Fact>
        ) : (
          <Fact label={t(`kind_${kind}`)}>{card?.number}</Fact>
        )}
        {saved?.memo && <Fact label={t('memo')}>{saved.memo}</Fact>}
        <Fact label={t('amount')}>{money(reading.amount)}</Fact>
        <Fact label={t('fee')}>{money(reading.fee)}</Fact>
        <Fact label={t('arrival')}>
          <span className="font-semibold">{money(reading.arrival)}</span>
        </Fact>
        {fields.remark.trim() !== '' && <Fact label={t('remark')}>{fields.remark}</Fact>}
      </FactList>
    </div>
  )
}
