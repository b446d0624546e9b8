// Withdraw: to a saved address or a card, with fee and arrival as one types, and the proof at the end.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { REMARK_LENGTH_MAX } from '#domain/funds/withdrawal'
import { Button, ButtonLink } from '../../components/button'
import { CoinMark } from '../../components/coin'
import { Field } from '../../components/field'
import { FrozenNotice, FundsProblems, Notice } from '../../components/notice'
import { Icon } from '../../components/icon'
import { Moment } from '../../components/moment'
import { PageHeader } from '../../components/page-header'
import { StepUpFields } from '../../components/step-up-fields'
import { useSite } from '../../site/site'
import { Tabs } from '../../components/tabs'
import { useRefusal } from '../../components/form-focus'
import { askFunds as clientAction, commandOf, problemAt } from '../../forms/funds'
import { useNumbers } from '../../text/numbers'
import { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
import type { action, loader } from './data.server'
import { Payee, cardPage } from './payee'

export { action, loader } from './data.server'
export { clientAction, shouldRevalidate }
export { pageTitle as meta } from '../../text/title'

export default function Withdraw() {
  const { t } = useTranslation('funds')
  const { asset, kind, isFrozen } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={t('withdrawal_of', { asset: asset.code })}
        backTo="/assets/coins?for=withdraw"
        end={
          <ButtonLink to={kind === 'address' ? '/settings/addresses' : cardPage(kind)} size="sm" variant="plain">
            {t(kind === 'address' ? 'addresses' : 'cards')}
          </ButtonLink>
        }
      />
      <div className="panel mx-3 grid gap-4 p-4 lg:mx-0 lg:p-6">
        <ButtonLink to="/assets/coins?for=withdraw" isWide>
          <CoinMark asset={asset} className="size-6" />
          <span className="flex-1 text-left">
            {asset.code} <span className="text-muted">{asset.name}</span>
          </span>
          <Icon name="right" className="size-4" />
        </ButtonLink>
        <Tabs
          variant="segment"
          label={t('to_where')}
          tabs={(['address', 'card', 'international'] as const).map((name) => ({
            to: `?asset=${asset.id}&kind=${name}`,
            words: t(`tab_${name}`),
            isSelected: name === kind,
          }))}
        />
        {isFrozen ? <FrozenNotice code="withdrawals_frozen" /> : <WithdrawForm key={`${asset.id} ${kind}`} />}
      </div>
    </div>
  )
}

function WithdrawForm() {
  const { t } = useTranslation('funds')
  const numbers = useNumbers()
  const { language } = useSite()
  const { asset, kind, commandId, cap, lockedUntil, methods, addresses, card, typed } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const isSending = useNavigation().formMethod === 'POST'
  const hasPayee = kind === 'address' ? addresses.length > 0 : card !== null
  return (
    <Form ref={form} method="post" className="grid gap-4">
      {lockedUntil !== null && (
        <Notice tone="bad">
          {t('locked_until')} <Moment at={lockedUntil} />
        </Notice>
      )}
      <FundsProblems answer={answer} fields={['form', 'asset']} />
      <input type="hidden" name="commandId" value={commandOf(answer, commandId)} />
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="asset" value={asset.id} />
      <input type="hidden" name="kind" value={kind} />
      <Payee answer={answer} />
      {hasPayee && (
        <>
          <Field
            label={t('remark')}
            name="remark"
            maxLength={REMARK_LENGTH_MAX}
            defaultValue={answer?.fields['remark'] ?? typed.remark}
            hint={t('remark_hint')}
            problem={problemAt(answer, 'remark')}
          />
          <StepUpFields methods={methods} problem={problemAt(answer, 'proof')} />
          <Button variant="brand" size="lg" isBusy={isSending}>
            {t('withdraw')}
          </Button>
        </>
      )}
      <p className="text-xs text-muted">
        {t('cap_used', { used: numbers.decimal(cap.used), all: numbers.decimal(cap.all) })}
      </p>
    </Form>
  )
}
