// Deposit by bank transfer: account and reference to pay to, then amount and voucher.

import { Form, useActionData, useLoaderData, useLocation, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { BankPlace } from '#services/funds/deposits'
import { AmountField } from '../../components/amount-field'
import { Button, ButtonLink } from '../../components/button'
import { CopyButton } from '../../components/copy-button'
import { Empty } from '../../components/empty'
import { FundsProblems } from '../../components/notice'
import { FundsRecordRow } from '../../components/funds/funds-record'
import { ImageField } from '../../components/image-field'
import { ListGroup, ListRow } from '../../components/list-row'
import { PageHeader } from '../../components/page-header'
import { SelectField } from '../../components/select'
import { useRefusal } from '../../components/form-focus'
import { useSite } from '../../site/site'
import { askFunds as clientAction, commandOf, problemAt } from '../../forms/funds'
import { useNumbers } from '../../text/numbers'
import { pathAway } from '../../visitor/turning-away'
import { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientAction, shouldRevalidate }
export { pageTitle as meta } from '../../text/title'

export default function BankDeposit() {
  const { t } = useTranslation('funds')
  const { isOffered, bank, recent } = useLoaderData<typeof loader>()
  const isOpen = bank !== null
  return (
    <>
      <PageHeader title={t('deposit_bank')} backTo="/assets/coins?for=deposit" />
      <div className={`grid gap-4 px-3 lg:gap-5 lg:px-0 ${isOpen ? 'lg:grid-cols-2' : ''}`}>
        <div className="grid h-fit gap-4">
          {isOpen ? <Account bank={bank} /> : isOffered ? <NotVerified /> : <NotOffered />}
          {recent.length > 0 && (
            <ListGroup title={t('recent')}>
              {recent.map((record) => (
                <FundsRecordRow key={record.key} record={record} />
              ))}
            </ListGroup>
          )}
        </div>
        {isOpen && <BankForm />}
      </div>
    </>
  )
}

/** Shown when no bank account is offered, so that no transfer can be reported. */
function NotOffered() {
  const { t } = useTranslation('funds')
  return (
    <div className="panel">
      <Empty
        icon="assets"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink to="/assets/coins?for=deposit" variant="brand">
              {t('deposit_coin')}
            </ButtonLink>
            <ButtonLink to="/contact">{t('contact')}</ButtonLink>
          </div>
        }
      >
        {t('bank_unset')}
      </Empty>
    </div>
  )
}

function NotVerified() {
  const { t } = useTranslation('funds')
  const to = pathAway({ type: '998', message: '' }, useLocation())
  return (
    <div className="panel">
      <Empty
        icon="shield"
        action={
          <ButtonLink to={to} variant="brand">
            {t('verify')}
          </ButtonLink>
        }
      >
        {t('bank_unverified')}
      </Empty>
    </div>
  )
}

function Account({ bank }: { readonly bank: BankPlace }) {
  const { t } = useTranslation('funds')
  const lines = [
    [t('bank_name'), bank.name],
    [t('bank_holder'), bank.holder],
    [t('bank_account'), bank.account],
    [t('bank_swift'), bank.swift],
    [t('bank_reference'), bank.reference],
  ] as const
  return (
    <>
      <ListGroup title={t('bank_pay_into')}>
        {lines
          .filter(([, text]) => text !== '')
          .map(([label, text]) => (
            <ListRow
              key={label}
              title={
                <>
                  <span className="block text-xs font-normal text-muted">{label}</span>
                  <span className="block">{text}</span>
                </>
              }
              end={<CopyButton text={text} label={label} />}
            />
          ))}
      </ListGroup>
      <p className="px-4 text-xs text-muted lg:px-0">{t('bank_reference_text')}</p>
    </>
  )
}

function BankForm() {
  const { t } = useTranslation('funds')
  const { language } = useSite()
  const numbers = useNumbers()
  const { assets, cap, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const form = useRefusal(answer)
  const isSending = useNavigation().formMethod === 'POST'
  const chosen = assets.find(({ id }) => String(id) === answer?.fields['asset']) ?? assets[0]
  return (
    <Form ref={form} method="post" encType="multipart/form-data" className="panel grid h-fit gap-4 p-4 lg:p-6">
      <FundsProblems answer={answer} fields={['form']} />
      <input type="hidden" name="commandId" value={commandOf(answer, commandId)} />
      <input type="hidden" name="language" value={language} />
      <SelectField
        label={t('credited_as')}
        name="asset"
        hint={t('credited_rate', { coins: assets.map(({ code }) => `1\u00a0${code}`).join('\u00a0/ ') })}
        defaultValue={String(chosen?.id ?? '')}
        options={assets.map(({ id, code }) => ({ value: String(id), words: code }))}
        problem={problemAt(answer, 'asset')}
      />
      <AmountField
        label={t('bank_amount')}
        name="amount"
        unit="USD"
        scale={chosen?.scale ?? 2}
        defaultValue={answer?.fields['amount'] ?? ''}
        isRequired
        hint={t('bank_cap', { cap: numbers.decimal(cap) })}
        problem={problemAt(answer, 'amount')}
      />
      <ImageField
        label={t('voucher')}
        name="picture"
        isRequired
        hint={t('voucher_hint')}
        problem={problemAt(answer, 'voucher')}
      />
      <Button variant="brand" size="lg" isBusy={isSending}>
        {t('tell_send')}
      </Button>
    </Form>
  )
}
