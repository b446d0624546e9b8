// Deposit by bank transfer: the account and the reference, then amount and voucher.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { AmountField } from '../../components/amount-field'
import { Button, ButtonLink } from '../../components/button'
import { CopyButton } from '../../components/copy-button'
import { FundsProblems } from '../../components/funds-problem'
import { FundsRecordRow } from '../../components/funds-record'
import { ImageField } from '../../components/image-field'
import { ListGroup, ListRow } from '../../components/list-row'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { SelectField } from '../../components/select'
import { useSite } from '../../site'
import { commandOf, problemAt } from '../../forms/funds'
import { askFunds as clientAction } from '../../forms/funds-unanswered'
import { useWords } from '../../text/words'
import { keepUnanswered as shouldRevalidate } from '../../unanswered'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientAction, shouldRevalidate }
export { pageTitle as meta } from '../../text/title'

export default function BankDeposit() {
  const say = useWords('funds')
  const { recent } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={say('deposit_bank')} backTo="/assets/coins?for=deposit" />
      <div className="grid gap-4 px-3 lg:grid-cols-2 lg:gap-5 lg:px-0">
        <section className="grid h-fit gap-4">
          <Account />
          {recent.length > 0 && (
            <ListGroup title={say('recent')}>
              {recent.map((record) => (
                <FundsRecordRow key={record.key} record={record} />
              ))}
            </ListGroup>
          )}
        </section>
        <BankForm />
      </div>
    </>
  )
}

function Account() {
  const say = useWords('funds')
  const { bank, reference } = useLoaderData<typeof loader>()
  const lines = [
    [say('bank_name'), bank?.name ?? ''],
    [say('bank_holder'), bank?.holder ?? ''],
    [say('bank_account'), bank?.account ?? ''],
    [say('bank_swift'), bank?.swift ?? ''],
    [say('bank_reference'), reference],
  ] as const
  return (
    <>
      {!bank && (
        <Notice tone="plain">
          <p>{say('bank_unset')}</p>
          <p className="mt-2">
            <ButtonLink to="/contact" size="sm">
              {say('contact')}
            </ButtonLink>
          </p>
        </Notice>
      )}
      <ListGroup title={say('bank_pay_into')}>
        {lines
          .filter(([, text]) => text !== '')
          .map(([label, text]) => (
            <ListRow key={label} title={text} text={label} end={<CopyButton text={text} label={label} />} />
          ))}
      </ListGroup>
      <p className="px-4 text-xs text-muted lg:px-0">{say('bank_reference_text')}</p>
    </>
  )
}

function BankForm() {
  const say = useWords('funds')
  const { language } = useSite()
  const { assets, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isSending = useNavigation().formMethod === 'POST'
  const chosen = assets.find(({ id }) => String(id) === answer?.fields['asset']) ?? assets[0]
  return (
    <Form method="post" encType="multipart/form-data" className="panel grid h-fit gap-4 p-4 lg:p-6">
      <FundsProblems answer={answer} fields={['form']} />
      <input type="hidden" name="commandId" value={commandOf(answer, commandId)} />
      <input type="hidden" name="language" value={language} />
      <SelectField
        label={say('credited_as')}
        name="asset"
        defaultValue={String(chosen?.id ?? '')}
        options={assets.map(({ id, code }) => ({ value: String(id), words: code }))}
        problem={problemAt(answer, 'asset')}
      />
      <AmountField
        label={say('bank_amount')}
        name="amount"
        unit="USD"
        scale={chosen?.scale ?? 2}
        defaultValue={answer?.fields['amount'] ?? ''}
        isRequired
        problem={problemAt(answer, 'amount')}
      />
      <ImageField
        label={say('voucher')}
        name="picture"
        isRequired
        hint={say('voucher_hint')}
        problem={problemAt(answer, 'voucher')}
      />
      <Button variant="brand" size="lg" isBusy={isSending}>
        {say('tell_send')}
      </Button>
    </Form>
  )
}
