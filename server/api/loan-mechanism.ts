// /api/loan/*: loans in the wire contract. A "mechanism" is a loan term of one currency.

import * as v from 'valibot'
import { findKnownAsset } from '#domain/catalogue'
import { interestOfTerm } from '#domain/loan/interest'
import { type LoanTerms, storeTerms } from '#domain/loan/terms'
import { formatAmount, formatTrimmed, formatUnits, trimZeros } from '#domain/money/amount'
import { formatRatePercent } from '#domain/money/rate'
import { done, refuse } from '#domain/outcome'
import { loadCatalogue } from '#services/catalogue'
import { listOwnLoans, owedOn, requestLoan } from '#services/loan/requests'
import { findLoanTerms, listLoanTerms } from '#services/loan/terms'
import { sentence } from '#services/words'
import { placeOf } from '#session/place'
import { decimal, id, limit, page, reference, text } from '#services/input'
import { sentenceText, wireDate, wireDecimal, wireId } from './fields'
import { formatDate } from './format'
import { privateRoute, publicRoute } from './route'

const EIGHT = 8

const mechanism = v.object({
  mechanism_id: wireId,
  mechanism_name: v.string(),
  mechanism_day: v.number(),
  mechanism_rate: v.pipe(wireDecimal, v.description('percent a day')),
  currency_id: wireId,
  currency_code: v.string(),
  min: v.pipe(wireDecimal, v.description('worth in USDT')),
  max: v.pipe(wireDecimal, v.description('worth in USDT')),
})

const nameOf = ({ asset, days }: Pick<LoanTerms, 'asset' | 'days'>): string => `${asset.code} ${days}`

const mechanismRow = (terms: LoanTerms): v.InferOutput<typeof mechanism> => ({
  mechanism_id: terms.id,
  mechanism_name: nameOf(terms),
  mechanism_day: terms.days,
  mechanism_rate: trimZeros(formatRatePercent(terms.dailyRate)),
  currency_id: terms.asset.id,
  currency_code: terms.asset.code,
  min: trimZeros(formatUnits(terms.worthMin, EIGHT)),
  max: trimZeros(formatUnits(terms.worthMax, EIGHT)),
})

const open = async (env: Pick<Env, 'DB'>) => (await listLoanTerms(env)).filter(({ isOpen }) => isOpen)

export const loanMechanismRoutes = [
  publicRoute({
    method: 'GET',
    path: '/loan/getCodelist',
    summary: 'Currencies that may be borrowed',
    tag: 'Loans',
    input: v.object({}),
    output: v.object({
      loanMechanism: v.array(v.object({ currency_id: wireId, currency_code: v.string(), currency_logo: v.string() })),
    }),
    handler: async ({ env }) => {
      const assets = new Map((await open(env)).map(({ asset }) => [asset.id, asset]))
      return done({
        loanMechanism: [...assets.values()].map((asset) => ({
          currency_id: asset.id,
          currency_code: asset.code,
          currency_logo: asset.logo,
        })),
      })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/loan/getBorroWingByCode',
    summary: 'Terms of one currency, by day',
    tag: 'Loans',
    input: v.object({ borrowing_code: text(20) }),
    output: v.object({ loanMechanism: v.array(mechanism) }),
    handler: async ({ env, input }) => {
      const code = input.borrowing_code.toUpperCase()
      const own = (await open(env)).filter(({ asset }) => asset.code === code)
      return done({ loanMechanism: own.map(mechanismRow) })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/loan/submit',
    summary: 'Ask for a loan; the fields that the term says by itself are not read',
    tag: 'Loans',
    input: v.object({
      mechanism_id: id,
      mechanism_name: v.optional(text(100)),
      mechanism_day: v.optional(text(20)),
      mechanism_rate: v.optional(text(20)),
      currency_code: text(20),
      amount: decimal,
      interest: v.optional(text(64)),
      housing_img: reference,
      income_certificate_img: reference,
      bank_details_img: reference,
      id_img: reference,
    }),
    output: sentenceText,
    handler: async ({ env, request, session, commandId, input, language }) => {
      const [terms, catalogue] = await Promise.all([findLoanTerms(env, input.mechanism_id), loadCatalogue(env)])
      if (terms?.asset.code !== input.currency_code.toUpperCase()) return refuse('loan_terms_not_found')
      // These clients name no collateral currency, so missing collateral is requested in USDT.
      const dollars = catalogue.assets.find(({ code }) => code === 'USDT')
      const form = {
        termId: terms.id,
        amount: input.amount,
        marginAssetId: dollars?.id ?? terms.asset.id,
        pictures: [input.housing_img, input.income_certificate_img, input.bank_details_img, input.id_img],
      }
      const asking = { commandId, form, country: placeOf(request).country }
      const asked = await requestLoan(env, session, asking, Date.now())
      return asked.ok ? done(sentence(language, 'done_loan_requested')) : asked
    },
  }),
  privateRoute({
    method: 'GET',
    alsoBy: ['POST'],
    path: '/loan/getOrderList',
    summary: 'Own requests and loans, newest first',
    tag: 'Loans',
    input: v.object({ page, limit: limit(10) }),
    output: v.object({
      list: v.array(
        v.object({
          id: wireId,
          mechanism_id: wireId,
          mechanism_name: v.string(),
          mechanism_day: v.number(),
          mechanism_rate: wireDecimal,
          currency_code: v.string(),
          amount: wireDecimal,
          interest: v.pipe(wireDecimal, v.description('of the whole term')),
          owed: wireDecimal,
          status: v.string(),
          remark: v.string(),
          created_at: wireDate,
        }),
      ),
      count: v.number(),
      limit: v.number(),
    }),
    handler: async ({ env, session, input }) => {
      const [catalogue, own] = await Promise.all([
        loadCatalogue(env),
        listOwnLoans(env, session, { stage: 'all', ...input }),
      ])
      if (!own.ok) return own
      const list = own.value.rows.map((row) => {
        const { request, loan } = row
        const asset = findKnownAsset(catalogue, request.assetId) ?? { code: '', scale: 0 }
        const terms = storeTerms({
          version: request.termVersion,
          days: request.days,
          dailyRate: request.dailyRate,
          lateRate: request.lateRate,
        })
        return {
          id: request.id,
          mechanism_id: request.termId,
          mechanism_name: `${asset.code} ${request.days}`,
          mechanism_day: request.days,
          mechanism_rate: trimZeros(formatRatePercent(request.dailyRate)),
          currency_code: asset.code,
          amount: formatTrimmed(asset, request.amount),
          interest: formatAmount(asset, interestOfTerm(request.amount, terms)),
          owed: formatAmount(asset, owedOn(row)),
          status: loan?.state ?? request.state,
          remark: request.reason,
          created_at: formatDate(request.createdAt),
        }
      })
      return done({ list, count: own.value.total, limit: input.limit })
    },
  }),
]
