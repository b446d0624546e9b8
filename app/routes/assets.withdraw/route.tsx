// Withdrawal page: saved address or card, live fee and cap, then review with step-up proof.

import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { REMARK_LENGTH_MAX } from '#domain/funds/withdrawal'
import { Button, ButtonLink } from '../../components/button'
import { CoinMark } from '../../components/coin'
import { Field } from '../../components/field'
import { FrozenNotice, FundsProblems, Notice } from '../../components/notice'
import { Icon } from '../../components/icon'
import { useRefusal } from '../../components/form-focus'
import { Moment } from '../../components/moment'
import { PageHeader } from '../../components/page-header'
import { preloadSheet } from '../../components/sheet'
import { StepUpNeeded } from '../../components/step-up-fields'
import { useSite } from '../../site/site'
import { Tabs } from '../../components/tabs'
import { askFunds as clientAction, commandOf, problemAt } from '../../forms/funds'
import { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
import type { action, loader } from './data.server'
import { Payee, cardPage } from './payee'
import { DrawnReview, ReviewSheet } from './review'
import { Travel } from './travel'
import { useWithdrawal } from './use-withdrawal'

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
  const { language } = useSite()
  const { asset, kind, commandId, lockedUntil, methods } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const withdrawal = useWithdrawal(form)
  if (withdrawal.isLookedOver && !withdrawal.isAlive) return <DrawnReview withdrawal={withdrawal} />
  return (
    <>
      <Form ref={form} method="post" className="grid gap-4" onSubmit={withdrawal.onSubmit}>
        {/* Default button for Enter: browsers use the first button of a form, and earlier visible ones lead elsewhere. */}
        <button name="step" value="review" tabIndex={-1} aria-hidden="true" className="sr-only" />
        {withdrawal.hasPayee && <StepUpNeeded methods={methods} />}
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
        <Payee answer={answer} withdrawal={withdrawal} />
        {withdrawal.hasPayee && (
          <>
            <Travel answer={answer} withdrawal={withdrawal} />
            <Field
              label={t('remark')}
              name="remark"
              maxLength={REMARK_LENGTH_MAX}
              value={withdrawal.fields.remark}
              onChange={(event) => withdrawal.setRemark(event.target.value)}
              hint={t('remark_hint')}
              problem={problemAt(answer, 'remark')}
            />
            <Button
              variant="brand"
              size="lg"
              name="step"
              value="review"
              disabled={methods.length === 0}
              onPointerEnter={preloadSheet}
              onFocus={preloadSheet}
            >
              {t('withdraw')}
            </Button>
          </>
        )}
      </Form>
      <ReviewSheet withdrawal={withdrawal} />
    </>
  )
}
