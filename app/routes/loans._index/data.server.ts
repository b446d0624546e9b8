// Loader and action of loans: terms, request form, own loans, collateral wallet. Public for viewing; borrowing needs
// eligibility.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { findAsset, findKnownAsset } from '#domain/catalogue'
import { LOAN_DAYS_PRESET, LOAN_WALLET, type LoanTerms, mayBorrow } from '#domain/loan/terms'
import { formatUnits, trimZeros } from '#domain/money/amount'
import { VALUE_SCALE } from '#domain/money/valuation'
import { loadCatalogue } from '#services/catalogue'
import { checkGate } from '#services/gates'
import { type Margin, loadMargin, readMargin } from '#services/loan/margin'
import { previewLoan } from '#services/loan/preview'
import { type OwnLoan, listOwnLoans, owedOn, readBorrower, requestLoan } from '#services/loan/requests'
import { listLoanTerms } from '#services/loan/terms'
import { indexPrices } from '#services/quotes'
import type { Session } from '#session/session'
import { id, decimal } from '#services/input'
import type { ListedLoan } from '../../components/loan/loan-list'
import { plainDecimal } from '../../forms/decimal-field'
import type { FundsAnswer, RefusedAt } from '../../forms/funds'
import { readPageId } from '../../forms/command-id.server'
import { answerOf } from '../../forms/funds-pages.server'
import { PAGE_SIZE, idOf, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import {
  areAmountsHidden,
  findLiveSession,
  ownRefusalText,
  readLanguage,
  readLiveForm,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'
import { readSent } from '../../forms/form-input.server'

export const TABS = ['borrow', 'terms', 'live', 'history', 'questions'] as const
export type LoanTab = (typeof TABS)[number]

const LENGTH_MAX = 40
const NOBODY = { loans: [], balances: [], called: 0, sellingSince: null } as const

export async function loader({ request, context: { env, place } }: LoaderFunctionArgs) {
  const language = readLanguage(request)
  const search = new URL(request.url).searchParams
  const tab = TABS.find((each) => each === search.get('tab')) ?? 'borrow'
  const session = await findLiveSession(request, env)
  const [terms, catalogue, gate, own] = await Promise.all([
    listLoanTerms(env),
    loadCatalogue(env),
    checkGate(env, 'loan', place.country),
    session && readOwn(request, env, session, tab),
  ])
  const amount = (search.get('amount') ?? '').slice(0, LENGTH_MAX)
  const wanted = idOf(search.get('term'))
  const open = terms.filter(({ isOpen }) => isOpen)
  const term =
    open.find(({ id }) => id === wanted) ??
    open.find(({ asset, days }) => asset.code === 'USDT' && days === LOAN_DAYS_PRESET) ??
    open[0]
  const marginAssets = catalogue.assets.filter(({ wallets }) => wallets.includes(LOAN_WALLET))
  const margin = findAsset(catalogue, idOf(search.get('margin'))) ?? marginAssets.find(({ code }) => code === 'USDT')
  const prices = tab === 'borrow' ? await indexPrices(env) : []
  const isAsked = tab === 'borrow' && term !== undefined && margin !== undefined && amount.trim() !== ''
  const base = own?.margin ?? readMargin(catalogue, prices, NOBODY)
  const facts = isAsked
    ? { ...readMargin(catalogue, prices, base.status, [term.asset.id, margin.id]), catalogue, prices }
    : null
  const preview =
    isAsked && facts
      ? previewLoan(facts, { terms: term, amount: plainDecimal(amount, language), marginAssetId: margin.id })
      : null
  return {
    texts: broughtTexts(language, 'loan'),
    title: titleOf(request, 'loan', 'title'),
    tab,
    terms,
    termId: term?.id ?? 0,
    unit: term?.asset.code ?? '',
    scale: term?.asset.scale ?? 0,
    /** As asked, otherwise the least, so that costs stand beside it. */
    amount: amount || leastOf(term),
    closed: gate.ok ? null : ownRefusalText(request, gate.refusal),
    preview: preview?.ok ? preview.value : null,
    problem: preview?.ok === false ? ownRefusalText(request, preview.refusal) : null,
    borrower: own?.borrower ?? null,
    mayBorrow: own ? mayBorrow(own.borrower) : false,
    userId: session?.userId ?? null,
    lines: own?.margin.lines ?? null,
    called: own?.margin.status.called ?? 0,
    isSelling: own?.margin.status.sellingSince != null,
    rows: own?.rows ?? [],
    total: own?.total ?? 0,
    page: readPage(request),
    isHidden: areAmountsHidden(request),
    commandId: crypto.randomUUID(),
  }
}

/** Worths are in USDT, so the least of another asset moves with its price; none is suggested. */
const leastOf = (term: LoanTerms | undefined): string =>
  term?.asset.code === 'USDT' ? trimZeros(formatUnits(term.worthMin, VALUE_SCALE)) : ''

async function readOwn(request: Request, env: Env, session: Session, tab: LoanTab) {
  const stage = tab === 'history' ? 'ended' : 'live'
  const page = tab === 'live' || tab === 'history' ? readPage(request) : 1
  const [margin, borrower, listed] = await Promise.all([
    loadMargin(env, session),
    readBorrower(env, session.userId),
    listOwnLoans(env, session, { stage, page, limit: PAGE_SIZE }),
  ])
  const { catalogue, status, lines, risk } = valueOf(request, margin)
  const { rows, total } = valueOf(request, listed)
  const shown: Margin = { status, lines, risk }
  return { margin: shown, borrower, rows: rows.map((row) => listedOf(row, catalogue)), total }
}

const listedOf = (own: Omit<OwnLoan, 'events'>, catalogue: Parameters<typeof findKnownAsset>[0]): ListedLoan => {
  const { request, loan } = own
  const asset = findKnownAsset(catalogue, request.assetId)
  return {
    id: request.id,
    asset: { code: asset?.code ?? '', scale: asset?.scale ?? 0 },
    amount: request.amount,
    owed: owedOn(own),
    days: request.days,
    state: loan?.state ?? request.state,
    createdAt: request.createdAt,
    dueAt: loan?.dueAt ?? request.dueAt,
  }
}

const REQUEST = v.object({ term: id, amount: decimal, margin: id })

const REFUSED_AT: RefusedAt = {
  loan_below_min: 'amount',
  loan_above_max: 'amount',
  loan_collateral_short: 'amount',
  loan_terms_not_found: 'asset',
}

export async function action({ request, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env, place } = context
  const { session, form } = await readLiveForm(request, env)
  const read = readSent(request, form, REQUEST)
  if (!read.ok) return answerOf(request, form, read.refusal)
  const { term: termId, amount, margin: marginAssetId } = read.value
  const asked = { termId, amount, marginAssetId, pictures: [] }
  const asking = { commandId: readPageId(form), form: asked, country: place.country }
  const outcome = await requestLoan(env, session, asking, Date.now())
  throwIfSessionEnded(request, outcome)
  if (!outcome.ok) return answerOf(request, form, outcome.refusal, REFUSED_AT)
  throw redirect(`/loans/${outcome.value.id}`)
}
