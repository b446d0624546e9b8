// Loader and action of withdrawals: payees, amount, terms, step-up. The loader predicts refusals; the service decides.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { findAsset } from '#domain/catalogue'
import { cardKindOf, maskedCard } from '#domain/funds/card'
import { REMARK_LENGTH_MAX, btcText, unitsWorth, withdrawalTerms } from '#domain/funds/withdrawal'
import { type Amount, ZERO, decodeAmount, encodeAmount, formatTrimmed, subtract } from '#domain/money/amount'
import { usdtPricesOf } from '#domain/portfolio/appraisal'
import { VERIFICATION_LEVELS, capsOf, levelPassed } from '#domain/verification'
import { stepUpMethodsOf } from '#domain/security'
import { listAddresses } from '#services/funds/address-book'
import { listBankCards } from '#services/funds/cards'
import { readWithdrawalUse, requestWithdrawal } from '#services/funds/withdrawals'
import { loadCatalogue } from '#services/catalogue'
import { travelFields, travelThreshold } from '#services/screening/travel-rule'
import { listQuotes } from '#services/quotes'
import { TRAVEL_FIELDS } from '#domain/screening/travel-rule'
import { VALUE_SCALE } from '#domain/money/valuation'
import { listAreas } from '../../visitor/countries.server'
import { readSecurityState } from '#services/security/state'
import { id } from '#services/input'
import { throwIfDetour } from '../../forms/detours.server'
import { readPageId } from '../../forms/command-id.server'
import { answerOf, lookOver, readDecimal } from '../../forms/funds-pages.server'
import { usdtPriceOf } from '../../components/fiat'
import type { FundsAnswer } from '../../forms/funds'
import { checkForm } from '../../forms/taken-fields.server'
import { PROOF_FIELDS, readStepUpForm } from '../../forms/step-up'
import { bySymbol } from '../../live/quotes-state'
import { answerOr } from '../../site/failures.server'
import { dotMask } from '../../text/masked'
import { titleOf } from '../../text/title.server'
import {
  fieldOf,
  pathOfForm,
  readOwnForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'
import { refuseUnlessEnded, readSome } from '../../forms/form-input.server'

const AMOUNT_LENGTH_MAX = 60

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const session = await requireSession(request, env)
  const search = new URL(request.url).searchParams
  const now = Date.now()
  const [{ assets }, addresses, cards, use, state, quotes, threshold] = await Promise.all([
    loadCatalogue(env),
    listAddresses(env, session),
    listBankCards(env, session),
    readWithdrawalUse(env, session),
    readSecurityState(env, session.userId, now),
    // Display only: without prices the page omits the value.
    answerOr(listQuotes(env), []),
    travelThreshold(env),
  ])
  const open = assets.filter(({ networks }) => networks.some(({ isWithdrawalOpen }) => isWithdrawalOpen))
  const asset =
    findAsset({ assets: open, pairs: [], fiats: [] }, Number(search.get('asset'))) ??
    open.find(({ code }) => code === 'USDT') ??
    open[0]
  if (!asset) throw redirect('/assets/coins?for=withdraw')
  const kind = (['card', 'international'] as const).find((name) => name === search.get('kind')) ?? ('address' as const)
  const { btcUsed, balances, frozen } = valueOf(request, use)
  const available = balances.find((row) => row.wallet === 'change' && row.assetId === asset.id)?.available ?? '0'
  const { id, code, name, logo, scale } = asset
  const cardTerms = termsOf(withdrawalTerms(asset, null))
  const level = levelPassed(state)
  const [used, all] = [decodeAmount(btcUsed), capsOf(level).withdrawalBtc]
  const live = quotes.filter((quote) => !quote.isStale)
  const room = unitsWorth(asset, used < all ? subtract(all, used) : ZERO, usdtPricesOf(live))
  return {
    title: titleOf(request, 'funds', 'withdraw'),
    commandId: crypto.randomUUID(),
    now,
    // Fields typed before a detour to another page.
    typed: {
      payee: search.get('payee') ?? undefined,
      amount: (search.get('amount') ?? '').slice(0, AMOUNT_LENGTH_MAX),
      remark: (search.get('remark') ?? '').slice(0, REMARK_LENGTH_MAX),
    },
    asset: { id, code, name, logo, scale },
    kind,
    available,
    usdtPrice: usdtPriceOf(code, bySymbol(quotes)) ?? null,
    addresses: valueOf(request, addresses)
      .filter((row) => row.assetId === id)
      // The first payee is preselected, so sort by age: a payee still in its waiting period comes last.
      .sort((one, other) => one.usableAt - other.usableAt)
      .map((row) => {
        const network = asset.networks.find((listed) => listed.name === row.network) ?? null
        return { ...row, isOpen: network?.isWithdrawalOpen ?? false, terms: termsOf(withdrawalTerms(asset, network)) }
      }),
    card: cardOf(valueOf(request, cards), kind),
    cardTerms,
    cap: { used: btcText(used), all: btcText(all) },
    /** Remaining cap in this asset; null without a price. */
    room: room && encodeAmount(room),
    isCapRaisable: level < Math.max(...VERIFICATION_LEVELS),
    isFrozen: frozen.withdrawals,
    lockedUntil: state.withdrawalsLockedUntil,
    methods: stepUpMethodsOf(state),
    travel:
      threshold === null || kind !== 'address'
        ? null
        : { from: formatTrimmed({ scale: VALUE_SCALE }, threshold), countries: await listAreas(request, env) },
  }
}

const termsOf = ({ fee, min }: { readonly fee: Amount; readonly min: Amount }) => ({
  fee: encodeAmount(fee),
  min: encodeAmount(min),
})

function cardOf(
  cards: readonly { readonly kind: string; readonly fields: { readonly bank_account?: string }; usableAt: number }[],
  kind: 'address' | 'card' | 'international',
) {
  const card = kind === 'address' ? undefined : cards.find((row) => row.kind === cardKindOf(kind))
  return card ? { number: dotMask(maskedCard(card.fields.bank_account ?? '')), usableAt: card.usableAt } : null
}

const PAYEE = v.object({
  asset: id,
  kind: v.picklist(['address', 'card', 'international']),
  payee: v.optional(id),
  ...travelFields,
})

export async function action({ request, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env } = context
  const { session, form } = await readOwnForm(request, env)
  const amount = readDecimal(request, form, 'amount')
  const remark = fieldOf(form, 'remark').trim().slice(0, REMARK_LENGTH_MAX)
  const own = { asset: fieldOf(form, 'asset'), kind: fieldOf(form, 'kind'), payee: fieldOf(form, 'payee') }
  const typed = { ...own, amount, remark }
  throwIfDetour(request, form, typed)
  const taken = await checkForm(env, session, form, {
    fields: ['asset', 'amount', 'payee', 'remark', 'fee_shown', 'step', 'kind', ...TRAVEL_FIELDS, ...PROOF_FIELDS],
  })
  throwIfSessionEnded(request, taken, pathOfForm(request, typed))
  if (!taken.ok) return answerOf(request, form, taken.refusal)
  const read = readSome(request, form, PAYEE)
  if (!read.ok) {
    const refused = await refuseUnlessEnded(env, session, read)
    throwIfSessionEnded(request, refused, pathOfForm(request, typed))
    return answerOf(request, form, refused.refusal)
  }
  const { asset: assetId, kind, payee: addressId = null, ...travel } = read.value
  const asked = {
    kind,
    assetId,
    amount,
    addressId: kind === 'address' ? addressId : null,
    address: '',
    network: null,
    memo: '',
    remark,
    // Null when the page shows no fee.
    feeShown: fieldOf(form, 'feeShown') || null,
    travel,
  }
  if (fieldOf(form, 'step') === 'review') return lookOver(form)
  const command = { commandId: readPageId(form), form: asked, proof: readStepUpForm(form) }
  const outcome = await requestWithdrawal(env, session, command, Date.now())
  // The form stays, with a link to a higher verification level next to the amount.
  if (!outcome.ok && outcome.refusal.code === 'identity_check_needed') return answerOf(request, form, outcome.refusal)
  throwIfSessionEnded(request, outcome, pathOfForm(request, typed))
  if (!outcome.ok) return answerOf(request, form, outcome.refusal)
  throw redirect(`/assets/requests/w${outcome.value.withdrawalId}`)
}
