// /api/v1 loans: terms, requests, repayments and the margin wallet. Goes beyond the wire contract.

import * as v from 'valibot'
import { LOAN_CODES } from '#domain/loan/terms'
import { decodeAmount, formatAmount, formatUnits } from '#domain/money/amount'
import { formatRate } from '#domain/money/rate'
import { done } from '#domain/outcome'
import { loadCatalogue } from '#services/catalogue'
import { loanFunds } from '#services/house-risk'
import { loadMargin } from '#services/loan/margin'
import { findOwnLoan, listOwnHours, listOwnLoans, repayLoan, requestLoan, withdrawLoan } from '#services/loan/requests'
import { listLoanTerms } from '#services/loan/terms'
import { placeOf } from '#session/place'
import { decimal, id } from '#services/input'
import { endOf, listFields, listOf, partOf } from './cursor'
import { wireDecimal, wireId } from './fields'
import { loanFields, loanRow, marginRow, wireLoan, wireMargin } from './loan-rows'
import { privateRoute, publicRoute } from './route'

const EIGHT = 8

export const loanRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/loan/terms',
    summary: 'What may be borrowed, for how long, at which rate',
    tag: 'Loans',
    input: v.object({}),
    output: v.array(
      v.object({
        term_id: wireId,
        currency: v.picklist(LOAN_CODES),
        days: v.number(),
        daily_rate: wireDecimal,
        late_rate: wireDecimal,
        min_value: v.pipe(wireDecimal, v.description('in USDT')),
        max_value: v.pipe(wireDecimal, v.description('in USDT, of all that a user owes')),
        is_open: v.boolean(),
      }),
    ),
    handler: async ({ env }) =>
      done(
        (await listLoanTerms(env)).flatMap((terms) => {
          const currency = LOAN_CODES.find((code) => code === terms.asset.code)
          if (!currency) return []
          return [
            {
              term_id: terms.id,
              currency,
              days: terms.days,
              daily_rate: formatRate(terms.dailyRate),
              late_rate: formatRate(terms.lateRate),
              min_value: formatUnits(terms.worthMin, EIGHT),
              max_value: formatUnits(terms.worthMax, EIGHT),
              is_open: terms.isOpen,
            },
          ]
        }),
      ),
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/loan/insurance',
    summary: 'What the insurance fund took from loans less what it paid for them, by currency',
    tag: 'Loans',
    input: v.object({}),
    output: v.array(
      v.object({
        currency: v.string(),
        insurance: v.pipe(wireDecimal, v.description('negative where more was paid than taken')),
      }),
    ),
    handler: async ({ env }) =>
      done(
        (await loanFunds(env)).map(({ asset, balance }) => ({
          currency: asset.code,
          insurance: formatUnits(BigInt(balance), asset.scale),
        })),
      ),
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/loan/request',
    summary: 'Ask for a loan; two people at the desk look at it, and it is credited to the margin wallet',
    tag: 'Loans',
    input: v.object({ term_id: id, amount: decimal, margin_currency_id: id }),
    output: wireLoan,
    handler: async ({ env, request, session, commandId, input }) => {
      const { term_id: termId, amount, margin_currency_id: marginAssetId } = input
      const form = { termId, amount, marginAssetId, pictures: [] }
      const asking = { commandId, form, country: placeOf(request).country }
      const asked = await requestLoan(env, session, asking, Date.now())
      return asked.ok ? done(loanRow(await loadCatalogue(env), { request: asked.value, loan: null })) : asked
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/loan/withdraw',
    summary: 'Take back a request that nobody has decided; once more changes nothing',
    tag: 'Loans',
    input: v.object({ loan_id: id }),
    output: wireLoan,
    handler: async ({ env, session, input: { loan_id: loanId } }) => {
      const taken = await withdrawLoan(env, session, loanId, Date.now())
      return taken.ok ? done(loanRow(await loadCatalogue(env), { request: taken.value, loan: null })) : taken
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/loan/repay',
    summary: 'Repay a part of a loan out of the margin wallet, or all of it where no amount is given',
    tag: 'Loans',
    input: v.object({ loan_id: id, amount: v.optional(decimal) }),
    output: wireLoan,
    handler: async ({ env, session, commandId, input: { loan_id: loanId, amount } }) => {
      const repaid = await repayLoan(env, session, { commandId, loanId, amount })
      if (!repaid.ok) return repaid
      const [catalogue, found] = await Promise.all([loadCatalogue(env), findOwnLoan(env, session, loanId)])
      return found.ok ? done(loanRow(catalogue, found.value)) : found
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/loan/loans',
    scope: 'read',
    summary: 'Own requests and loans, newest first',
    tag: 'Loans',
    input: v.object({ stage: v.optional(v.picklist(['live', 'ended', 'all']), 'all'), ...listFields }),
    output: listOf(wireLoan),
    handler: async ({ env, session, input }) => {
      const [catalogue, own] = await Promise.all([
        loadCatalogue(env),
        listOwnLoans(env, session, { stage: input.stage, ...partOf(input) }),
      ])
      if (!own.ok) return own
      const { rows, end } = endOf(own.value, input, ({ request }) => request.id)
      return done({ list: rows.map((row) => loanRow(catalogue, row)), ...end })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/loan/loan',
    scope: 'read',
    summary: 'One own loan, with what was repaid',
    tag: 'Loans',
    input: v.object({ loan_id: id }),
    output: v.object({
      ...loanFields,
      events: v.array(
        v.object({
          kind: v.picklist(['credited', 'called', 'repaid', 'seized', 'insured', 'fee']),
          amount: wireDecimal,
          receipt_id: v.nullable(v.string()),
          at: v.number(),
        }),
      ),
    }),
    handler: async ({ env, session, input }) => {
      const [catalogue, found] = await Promise.all([loadCatalogue(env), findOwnLoan(env, session, input.loan_id)])
      if (!found.ok) return found
      const scale = catalogue.assets.find(({ id: assetId }) => assetId === found.value.request.assetId)?.scale ?? 0
      return done({
        ...loanRow(catalogue, found.value),
        events: found.value.events.map(({ kind, amount, receiptId, at }) => ({
          kind,
          amount: formatAmount({ scale }, decodeAmount(amount)),
          receipt_id: receiptId,
          at,
        })),
      })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/loan/interest',
    scope: 'read',
    summary: 'Hours that a loan was charged for, newest first',
    tag: 'Loans',
    input: v.object({ loan_id: id, ...listFields }),
    output: listOf(
      v.object({
        ...{ hour: v.number(), amount: wireDecimal, is_late: v.boolean() },
        receipt_id: v.pipe(
          v.nullable(v.string()),
          v.description('of the interest of the day that ends with this hour'),
        ),
      }),
    ),
    handler: async ({ env, session, input }) => {
      const loanId = input.loan_id
      const [catalogue, found, hours] = await Promise.all([
        loadCatalogue(env),
        findOwnLoan(env, session, loanId),
        listOwnHours(env, session, { loanId, ...partOf(input) }),
      ])
      if (!found.ok) return found
      if (!hours.ok) return hours
      const scale = catalogue.assets.find(({ id: assetId }) => assetId === found.value.request.assetId)?.scale ?? 0
      const { rows, end } = endOf(hours.value, input, ({ hour }) => hour)
      const list = rows.map(({ hour, amount, isLate, receiptId }) => ({
        hour,
        amount: formatAmount({ scale }, decodeAmount(amount)),
        is_late: isLate,
        receipt_id: receiptId,
      }))
      return done({ list, ...end })
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/loan/margin',
    scope: 'read',
    summary: 'The margin wallet at index prices, with its risk rate and what may leave it',
    tag: 'Loans',
    input: v.object({}),
    output: wireMargin,
    handler: async ({ env, session }) => {
      const margin = await loadMargin(env, session)
      return margin.ok ? done(marginRow(margin.value)) : margin
    },
  }),
]
