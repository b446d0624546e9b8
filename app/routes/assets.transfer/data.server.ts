// Loader and action of wallet transfers: review, execution once per command id, receipt from the ledger.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { WALLETS, type Wallet } from '#domain/catalogue'
import { decodeAmount, encodeAmount, ZERO } from '#domain/money/amount'
import type { Refusal } from '#domain/outcome'
import { listTransfers } from '#services/bills'
import { loadPortfolio, transfer } from '#services/wallet'
import type { Session } from '#session/session'
import { readPageId } from '../../forms/command-id.server'
import { checkForm } from '../../forms/taken-fields.server'
import { plainDecimal } from '../../forms/decimal-field'
import { idOf } from '../../lists/query'
import { type TransferAnswer, type TransferFields, fieldOfRefusal, readTransfer, swapped } from '../../forms/transfer'
import {
  fieldOf,
  ownRefusalText,
  readFormLanguage,
  readLiveForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'
import { titleOf } from '../../text/title.server'

/** Number of loaded transfers: includes the one just made; the page shows the newest `RECENT_SHOWN`. */
const RECENT = 50
const RECENT_SHOWN = 5

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const done = new URL(request.url).searchParams.get('done')
  const [portfolio, transfers] = await Promise.all([
    loadPortfolio(env, session),
    listTransfers(env, session, { page: 1, limit: RECENT }),
  ])
  const { assets, quotes, balances } = valueOf(request, portfolio)
  const { rows } = valueOf(request, transfers)
  return {
    title: titleOf(request, 'wallet', 'transfer'),
    commandId: crypto.randomUUID(),
    assets: assets.map(({ id, code, name, scale, wallets }) => ({ id, code, name, scale, wallets })),
    quotes,
    balances,
    recent: rows.slice(0, RECENT_SHOWN),
    /** Transfer of the command id in the URL; null when missing or too old. */
    receipt: rows.find((row) => row.commandId === done) ?? null,
  }
}

/** What a form asks for; `here` comes from the sheet over a page that lacks money. */
const STEPS = ['swap', 'edit', 'confirm', 'preview', 'here']

export async function action({ request, context }: ActionFunctionArgs): Promise<TransferAnswer> {
  const { env } = context
  const { session, form } = await readLiveForm(request, env)
  const asked = {
    fields: readFields(form),
    commandId: readPageId(form),
    preview: null,
    problem: null,
  }
  const taken = await checkForm(env, session, form, {
    fields: ['asset_id', 'from', 'to', 'amount'],
    words: { step: STEPS },
  })
  throwIfSessionEnded(request, taken)
  if (!taken.ok) return { ...asked, problem: problemOf(request, taken.refusal) }
  switch (fieldOf(form, 'step')) {
    case 'swap':
      return { ...asked, fields: swapped(asked.fields) }
    case 'edit':
      return asked
    case 'confirm':
    case 'here':
      return carryOut({ request, env, session }, form, asked)
    default:
      return lookOver({ request, env, session }, form, asked)
  }
}

interface Asking {
  readonly request: Request
  readonly env: Env
  readonly session: Session
}

async function lookOver(
  { request, env, session }: Asking,
  form: FormData,
  asked: TransferAnswer,
): Promise<TransferAnswer> {
  const { assets, balances } = valueOf(request, await loadPortfolio(env, session))
  const availableOf = (wallet: Wallet, assetId: number) => {
    const row = balances.find((balance) => balance.wallet === wallet && balance.assetId === assetId)
    return row ? decodeAmount(row.available) : ZERO
  }
  const reading = readTransfer({ language: readFormLanguage(request, form), assets, availableOf }, asked.fields)
  if (reading.problem) return { ...asked, problem: problemOf(request, reading.problem.refusal) }
  const { amount, from, to } = reading.summary
  const before = [encodeAmount(from.before), encodeAmount(to.before)] as const
  return { ...asked, preview: { amount: encodeAmount(amount), before } }
}

async function carryOut(
  { request, env, session }: Asking,
  form: FormData,
  asked: TransferAnswer,
): Promise<TransferAnswer> {
  const { commandId, fields } = asked
  const amount = plainDecimal(fields.amount, readFormLanguage(request, form))
  const { assetId, from, to } = fields
  const outcome = await transfer(env, session, { commandId, form: { assetId: idOf(assetId), amount, from, to } })
  throwIfSessionEnded(request, outcome)
  // Sent from a sheet on another page, where the visitor stays.
  if (outcome.ok && fieldOf(form, 'step') === 'here') return { ...asked, isDone: true }
  if (outcome.ok) throw redirect(`/assets/transfer?done=${encodeURIComponent(commandId)}`)
  return { ...asked, problem: problemOf(request, outcome.refusal) }
}

const problemOf = (request: Request, refusal: Refusal): TransferAnswer['problem'] => ({
  field: fieldOfRefusal(refusal),
  text: ownRefusalText(request, refusal),
})

const readFields = (form: FormData): TransferFields => ({
  assetId: fieldOf(form, 'assetId'),
  from: readWallet(fieldOf(form, 'from')),
  to: readWallet(fieldOf(form, 'to')),
  amount: fieldOf(form, 'amount'),
})

/** An unknown wallet name cannot result from user input. */
function readWallet(text: string): Wallet {
  const wallet = WALLETS.find((name) => name === text)
  if (!wallet) throw data(null, { status: 400 })
  return wallet
}
