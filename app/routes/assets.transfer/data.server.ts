// Moving money between one's own wallets.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { WALLETS, type Wallet } from '#domain/catalogue'
import { loadCatalogue } from '#services/catalogue'
import { listBalances, transfer } from '#services/wallet'
import { refusalText } from '#services/words'
import { plainDecimal } from '../../forms/decimal-field'
import {
  fieldOf,
  readFormLanguage,
  readLanguage,
  requireSameOrigin,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor.server'
import { titleOf } from '../../text/title.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const [{ assets }, balances] = await Promise.all([loadCatalogue(env), listBalances(env, session)])
  const sheet = valueOf(request, balances)
  return {
    title: titleOf(request, 'wallet', 'transfer'),
    commandId: crypto.randomUUID(),
    assets: assets.map(({ id, code, wallets }) => ({ id, code, wallets })),
    available: sheet.lines.map(({ wallet, assetId, available }) => ({ wallet, assetId, available })),
  }
}

export interface TransferAnswer {
  readonly isDone: boolean
  readonly amount: string
  readonly problem: { readonly isOfWallets: boolean; readonly text: string } | null
  readonly assetId: string
  readonly from: string
  readonly to: string
  /** No answer came: only the browser says so. */
  readonly isUnanswered?: boolean | undefined
}

export async function action({ request, context }: ActionFunctionArgs): Promise<TransferAnswer> {
  requireSameOrigin(request)
  const { env } = context
  const session = await requireSession(request, env)
  const form = await request.formData()
  const outcome = await transfer(env, session, {
    commandId: fieldOf(form, 'commandId') || crypto.randomUUID(),
    form: {
      assetId: Number(fieldOf(form, 'assetId')),
      amount: plainDecimal(fieldOf(form, 'amount'), readFormLanguage(request, form)),
      from: readWallet(fieldOf(form, 'from')),
      to: readWallet(fieldOf(form, 'to')),
    },
  })
  throwIfSessionEnded(request, outcome)
  const fields = { assetId: fieldOf(form, 'assetId'), from: fieldOf(form, 'from'), to: fieldOf(form, 'to') }
  if (outcome.ok) return { isDone: true, amount: '', problem: null, ...fields }
  const problem = {
    isOfWallets: outcome.refusal.code.startsWith('wallet_'),
    text: refusalText(readLanguage(request), outcome.refusal),
  }
  return { isDone: false, amount: fieldOf(form, 'amount'), problem, ...fields }
}

/** A wallet that the form cannot name is not one of a person's mistakes. */
function readWallet(text: string): Wallet {
  const wallet = WALLETS.find((name) => name === text)
  if (!wallet) throw data(null, { status: 400 })
  return wallet
}
