// /api/user/wallet/*, /api/user/cash_*: where a user withdraws to, under the old names.

import * as v from 'valibot'
import { CARD_ECHOES, CARD_FIELDS, CARD_NOTES } from '#domain/funds/card'
import type { Language } from '#domain/language'
import { done } from '#domain/outcome'
import { ADDRESSES_MAX, listAddresses, removeAddress, saveAddress } from '#services/funds/address-book'
import { findBankCard, keepBankCard, removeBankCard } from '#services/funds/cards'
import { signPicture } from '#services/signed-picture'
import { cardFieldText, sentence } from '#services/words'
import { id, limit, page, reference, text } from '#services/input'
import { sentenceText, wireDate, wireId } from './fields'
import { formatDate, pageOf, paged } from './format'
import { privateRoute } from './route'
import { readStepUp, stepUpFields } from './step-up-fields'

const cardText = v.optional(text(120))
/**
 * Step-up proof of a client; most have no field for it, and then the activation delay of a new address protects instead
 * (address-book.ts).
 */
function proofOf(input: Parameters<typeof readStepUp>[0]) {
  const proof = readStepUp(input)
  return Object.values(proof).some((part) => part !== undefined) ? proof : null
}

/** Other client generations send additional fields, which are ignored. */
const domesticInput = v.object({
  real_name: cardText,
  bank_name: cardText,
  bank_account: cardText,
  bank_branch: cardText,
  bank_dizhi: cardText,
  bank_code: cardText,
  phone: cardText,
  iban: cardText,
  bank_address: cardText,
  alipay_account: cardText,
  wechat_nickname: cardText,
  wechat_account: cardText,
  ...stepUpFields,
})

/** The card's fields in their order, as a list or by name. */
const internationalInput = v.looseObject({
  data: v.optional(v.array(v.string())),
  ...Object.fromEntries(CARD_FIELDS.international.map((_, index) => [`data[${index}]`, v.optional(v.string())])),
  ...stepUpFields,
})

export const payeeRoutes = [
  privateRoute({
    method: 'POST',
    path: '/user/wallet/save',
    summary: 'Keep an address to withdraw to (id: change that one, where what is absent stays; type: its network)',
    tag: 'Funds',
    input: v.object({
      id: v.optional(id),
      currency: id,
      type: v.optional(text(20)),
      name: v.optional(text(40)),
      address: text(128),
      memo: v.optional(text(40)),
      qrcode: v.optional(reference),
      ...stepUpFields,
    }),
    output: sentenceText,
    handler: async ({ env, session, input, language }) => {
      const form = {
        id: input.id ?? null,
        assetId: input.currency,
        network: input.type?.toUpperCase() ?? null,
        name: input.name,
        address: input.address,
        memo: input.memo,
        qrcode: input.qrcode,
      }
      const outcome = await saveAddress(env, session, form, { proof: proofOf(input), now: Date.now() })
      return outcome.ok ? done(sentence(language, 'done_address_saved')) : outcome
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/user/wallet/list',
    summary: 'Addresses to withdraw to, newest first',
    tag: 'Funds',
    input: v.object({ page, limit: limit(10, ADDRESSES_MAX) }),
    output: paged(
      v.object({
        id: wireId,
        currency: wireId,
        currency_name: v.string(),
        name: v.string(),
        address: v.string(),
        memo: v.string(),
        qrcode: v.string(),
        type: v.string(),
        logo: v.string(),
        update_time: wireDate,
      }),
    ),
    handler: async ({ env, session, input }) => {
      const listed = await listAddresses(env, session)
      if (!listed.ok) return listed
      const now = Date.now()
      const start = (input.page - 1) * input.limit
      const rows = listed.value.slice(start, start + input.limit).map((row) => ({
        id: row.id,
        currency: row.assetId,
        currency_name: row.code,
        name: row.name,
        address: row.address,
        memo: row.memo,
        qrcode: signPicture(env, row.qrcode, now),
        type: row.network,
        logo: row.logo,
        update_time: formatDate(row.updatedAt),
      }))
      return done(pageOf(rows, { ...input, total: listed.value.length }))
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/user/wallet/delete',
    summary: 'Forget an address',
    tag: 'Funds',
    input: v.object({ id, ...stepUpFields }),
    output: sentenceText,
    handler: async ({ env, session, input, language }) => {
      const outcome = await removeAddress(env, session, input.id, { proof: readStepUp(input), now: Date.now() })
      return outcome.ok ? done(sentence(language, 'done_address_deleted')) : outcome
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/user/cash_save',
    summary: 'Keep the bank card',
    tag: 'Funds',
    input: domesticInput,
    output: sentenceText,
    handler: async ({ env, session, input, language }) => {
      const { pay_password: _password, totp_code: _code, passkey: _passkey, ...fields } = input
      const typed = {
        ...definedOf(fields),
        // Newer clients ask for these two instead.
        ...definedOf({ bank_account: fields.bank_account ?? fields.iban }),
        ...definedOf({ bank_dizhi: fields.bank_dizhi ?? fields.bank_address }),
      }
      const outcome = await keepBankCard(
        env,
        session,
        { kind: 'domestic', typed },
        { proof: proofOf(input), now: Date.now() },
      )
      return outcome.ok ? done(sentence(language, 'done_card_saved')) : outcome
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/user/cash_info',
    summary: 'The bank card; empty fields for none',
    tag: 'Funds',
    input: v.object({}),
    output: v.looseObject({ banks: v.array(v.object({ id: wireId, name: v.string() })) }),
    handler: async ({ env, session }) => {
      const card = await findBankCard(env, session, 'domestic')
      if (!card.ok) return card
      // Empty fields without a card: clients treat missing names as an existing card.
      return done({ ...EMPTY_CARD, ...card.value?.fields, banks: [] })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/user/cash_save_international',
    summary: 'Keep the international card: data[0], data[1] … in the order of forms',
    tag: 'Funds',
    input: internationalInput,
    output: sentenceText,
    handler: async ({ env, session, input, language }) => {
      const typed = Object.fromEntries(
        CARD_FIELDS.international.flatMap((field, index) => {
          const value = input[`data[${index}]`] ?? input.data?.[index]
          return typeof value === 'string' ? [[field, value] as const] : []
        }),
      )
      const proof = proofOf(input)
      const outcome = await keepBankCard(env, session, { kind: 'international', typed }, { proof, now: Date.now() })
      return outcome.ok ? done(sentence(language, 'done_card_saved')) : outcome
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/user/cash_info_international',
    summary: 'The international card: labels and values in one order',
    tag: 'Funds',
    input: v.object({}),
    output: v.object({ forms: v.array(v.string()), data: v.array(v.string()), bank_account: v.string() }),
    handler: async ({ env, session, language }) => {
      const card = await findBankCard(env, session, 'international')
      if (!card.ok) return card
      const fields = card.value?.fields
      return done({
        forms: labelsOf(language),
        data: fields ? CARD_FIELDS.international.map((field) => fields[field] ?? '') : [],
        // Old clients check this field for the existence of a card.
        bank_account: fields?.bank_account ?? '',
      })
    },
  }),
  ...(['domestic', 'international'] as const).map((kind) =>
    privateRoute({
      method: 'POST',
      path: kind === 'domestic' ? '/user/cash_delete' : '/user/cash_delete_international',
      summary: kind === 'domestic' ? 'Forget the bank card' : 'Forget the international card',
      tag: 'Funds',
      input: v.object(stepUpFields),
      output: sentenceText,
      handler: async ({ env, session, input, language }) => {
        const outcome = await removeBankCard(env, session, kind, { proof: readStepUp(input), now: Date.now() })
        return outcome.ok ? done(sentence(language, 'done_card_deleted')) : outcome
      },
    }),
  ),
]

const definedOf = (fields: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

const EMPTY_CARD = Object.fromEntries(
  [...CARD_FIELDS.domestic, ...Object.keys(CARD_ECHOES), ...CARD_NOTES].map((name) => [name, '']),
)

const labelsOf = (language: Language): string[] =>
  CARD_FIELDS.international.map((field) => cardFieldText(language, field))
