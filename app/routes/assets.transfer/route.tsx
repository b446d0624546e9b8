// Transfer between wallets. A plain form; scripts add what is available and the "max" button.

import {
  type ClientActionFunctionArgs,
  Form,
  Link,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from '@remix-run/react'
import { useState } from 'react'
import { WALLETS } from '#domain/catalogue'
import { EntryCard } from '../../components/entry-card'
import { Field, Problem } from '../../components/field'
import { Notice } from '../../components/notice'
import { useSite } from '../../components/site'
import { cutDecimals } from '../../text/decimal-text'
import { useNumbers } from '../../text/numbers'
import { useWords } from '../../text/words'
import { answerOr, isUnanswered, textFieldsOf } from '../../unanswered'
import type { TransferAnswer, action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

/** Without an answer the form stays, with what was typed and the same command id. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<TransferAnswer> {
  const { amount = '', assetId = '', from = '', to = '' } = textFieldsOf(await request.clone().formData())
  const unanswered = { isDone: false, amount, problem: null, assetId, from, to, isUnanswered: true }
  return answerOr<TransferAnswer>(() => serverAction<TransferAnswer>(), unanswered)
}

export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  !isUnanswered(actionResult) && defaultShouldRevalidate

const USDT_ID = '3'

export default function Transfer() {
  const say = useWords('wallet')
  const sayShell = useWords('shell')
  const { commandId, available } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  // A new answer redraws the form with what was sent; a finished transfer empties its amount.
  const start = {
    assetId: answer?.assetId || USDT_ID,
    from: answer?.from || 'change',
    to: answer?.to || 'legal',
    amount: answer?.amount ?? '',
  }
  const foot = (
    <Link to="/assets" className="text-selected-text">
      {say('title')}
    </Link>
  )
  return (
    <EntryCard title={say('transfer')} foot={foot}>
      <p className="-mt-3 mb-4 text-sm text-muted">{say('transfer_text')}</p>
      {answer?.isUnanswered && (
        <div className="mb-4">
          <Notice tone="bad">{sayShell('unanswered')}</Notice>
        </div>
      )}
      {answer?.isDone && (
        <div className="mb-4">
          <Notice tone="good">{say('transfer_done')}</Notice>
        </div>
      )}
      <TransferForm
        key={commandId}
        start={start}
        commandId={commandId}
        available={available}
        problem={answer?.problem ?? null}
      />
    </EntryCard>
  )
}

interface Fields {
  readonly assetId: string
  readonly from: string
  readonly to: string
  readonly amount: string
}

interface TransferFormProps {
  readonly start: Fields
  readonly commandId: string
  readonly available: readonly { wallet: string; assetId: number; available: string }[]
  readonly problem: { readonly isOfWallets: boolean; readonly text: string } | null
}

function TransferForm({ start, commandId, available, problem }: TransferFormProps) {
  const say = useWords('wallet')
  const { assets } = useLoaderData<typeof loader>()
  const { language } = useSite()
  const numbers = useNumbers()
  const [fields, setFields] = useState(start)
  const isSending = useNavigation().state !== 'idle'
  const asset = assets.find((row) => String(row.id) === fields.assetId)
  const line = available.find((row) => row.wallet === fields.from && row.assetId === asset?.id)
  const most = cutDecimals(line?.available ?? '0', 18)
  return (
    <Form method="post" className="grid gap-4">
      <input type="hidden" name="commandId" value={commandId} />
      <input type="hidden" name="language" value={language} />
      <label className="grid gap-1 text-sm text-muted">
        {say('asset')}
        <select
          name="assetId"
          className="field"
          value={fields.assetId}
          onChange={(event) => setFields({ ...fields, assetId: event.target.value, amount: '' })}
        >
          {assets.map(({ id, code }) => (
            <option key={id} value={id}>
              {code}
            </option>
          ))}
        </select>
      </label>
      <div className="grid grid-cols-2 gap-3">
        <WalletSelect
          name="from"
          label={say('from')}
          value={fields.from}
          onChange={(from) => setFields({ ...fields, from })}
        />
        <WalletSelect name="to" label={say('to')} value={fields.to} onChange={(to) => setFields({ ...fields, to })} />
      </div>
      {problem?.isOfWallets && <Problem text={problem.text} />}
      <Field
        label={say('amount')}
        name="amount"
        required
        inputMode="decimal"
        autoComplete="off"
        value={fields.amount}
        onChange={(event) => setFields({ ...fields, amount: event.target.value })}
        hint={`${say('available')}: ${numbers.decimal(most)} ${asset?.code ?? ''}`}
        problem={problem && !problem.isOfWallets ? problem.text : undefined}
        suffix={
          <button
            type="button"
            onClick={() => setFields({ ...fields, amount: numbers.field(most) })}
            className="min-h-9 px-3 text-sm font-semibold text-selected-text"
          >
            {say('max')}
          </button>
        }
      />
      <button className="button button-brand" disabled={isSending}>
        {say(isSending ? 'transferring' : 'transfer')}
      </button>
    </Form>
  )
}

function WalletSelect({
  name,
  label,
  value,
  onChange,
}: {
  name: string
  label: string
  value: string
  onChange: (wallet: string) => void
}) {
  const sayRefusals = useWords('refusals')
  return (
    <label className="grid min-w-0 gap-1 text-sm text-muted">
      {label}
      <select name={name} className="field" value={value} onChange={(event) => onChange(event.target.value)}>
        {WALLETS.map((wallet) => (
          <option key={wallet} value={wallet}>
            {sayRefusals(`wallet_${wallet}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
