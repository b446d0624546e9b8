// Options as people and clients ask for them: text in, rows of the Account room out. Adds the terms of the moment, then makes one call to the
// user's Account. It decides nothing about money.

import type { ListPart } from '#domain/list-part'
import * as v from 'valibot'
import { parseAmount, encodeAmount } from '#domain/money/amount'
import { type OptionDirection, type OptionDuration, type OptionTerms, checkStake } from '#domain/options/terms'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Page } from '#party/protocol/account'
import type { OptionCount, OptionProposal, OptionRow, StoredOptionTerms } from '#party/protocol/options'
import type { Session } from '#session/session'
import { callAccount } from './account-room'
import { checkGate } from './gates'
import { decimal, symbol } from './input'
import { type Caller, accountCommand, operation } from './operation'
import { findOptionTerms } from './options-terms'
import { indexPrices } from './quotes'

const seconds = v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number), v.minValue(1))
const newOption = v.object({ symbol, direction: v.picklist(['rise', 'fall']), seconds, stake: decimal })
type NewOption = v.InferOutput<typeof newOption>

const refusedAt = {
  amount_not_positive: 'stake',
  insufficient_available: 'stake',
  options_duration_not_offered: 'seconds',
  options_stake_decimals: 'stake',
  options_stake_out_of_bounds: 'stake',
  own_limit_stake: 'stake',
}

/** Account request built from a form. */
interface AskedOption {
  readonly symbol: string
  readonly direction: OptionDirection
  readonly seconds: number
  readonly stake: string
  readonly assetId: number
  readonly userMax: string
  readonly terms: StoredOptionTerms
}

/** What one stake may be. */
type Bounds = Pick<OptionDuration, 'min' | 'max'>

interface PreparedOption {
  readonly asked: AskedOption
  readonly bounds: Bounds
}

async function prepareOption({ env }: Pick<Caller, 'env'>, form: NewOption): Promise<Outcome<PreparedOption>> {
  const pair = form.symbol.replace('-', '/')
  const [terms, prices] = await Promise.all([findOptionTerms(env, form.symbol), indexPrices(env)])
  if (!terms) return refuse('options_not_offered', { pair })
  if (!terms.isOpen) return refuse('options_halted', { pair })
  if (!prices.some(({ symbol }) => symbol === form.symbol)) return refuse('no_reference_price')
  const stake = parseAmount(terms.stake, form.stake)
  // An amount with more decimals than the asset also exceeds the allowed stake decimals.
  if (!stake.ok)
    return stake.refusal.code === 'amount_too_precise' ? refuse('options_stake_decimals', { decimals: '2' }) : stake
  const duration = checkStake(terms, { seconds: form.seconds, stake: stake.value })
  if (!duration.ok) return duration
  const asked = {
    symbol: form.symbol,
    direction: form.direction,
    seconds: form.seconds,
    stake: encodeAmount(stake.value),
    assetId: terms.stake.id,
    userMax: encodeAmount(terms.userMax),
    terms: storedTerms(terms, duration.value),
  }
  return done({ asked, bounds: duration.value })
}

const storedTerms = (
  { version, priceDecimals, fee }: OptionTerms,
  { ratio }: Pick<OptionTerms['durations'][number], 'ratio'>,
): StoredOptionTerms => ({ version, priceDecimals, ratio: ratio.toString(), fee: fee.toString() })

/** Opens an option. Answers once the first tick after it was accepted has opened it. */
export const placeOption = accountCommand('place_option', {
  gates: ['options'],
  input: newOption,
  refusedAt,
  prepare: async (caller, input) => {
    const prepared = await prepareOption(caller, input)
    return prepared.ok ? done(prepared.value.asked) : prepared
  },
})

/** Terms of an order hold for five seconds, even after a change by the desk. */
export const proposeOption = operation({
  input: newOption,
  refusedAt,
  run: async ({ env, session, commandId, country }, input): Promise<Outcome<OptionProposal & PreparedOption>> => {
    const admitted = await checkGate(env, 'options', country)
    if (!admitted.ok) return admitted
    const prepared = await prepareOption({ env }, input)
    if (!prepared.ok) return prepared
    const proposed = await callAccount(env, session, { type: 'propose_option', commandId, ...prepared.value.asked })
    return proposed.ok ? done({ ...proposed.value, ...prepared.value }) : proposed
  },
})

/** Opens an option by terms that were promised, once. */
export const takeOptionProposal = accountCommand('take_option_proposal', {
  gates: ['options'],
  input: v.object({ proposal_id: v.pipe(v.string(), v.regex(/^[\w.:-]{1,80}$/)) }),
  prepare: (_caller, { proposal_id: proposalId }) => Promise.resolve(done({ proposalId })),
})

/** Pending and running ones. */
export const listLiveOptions = (env: Env, session: Session): Promise<Outcome<readonly OptionRow[]>> =>
  callAccount(env, session, { type: 'options_live' })

export const findOption = (env: Env, session: Session, orderNo: number): Promise<Outcome<OptionRow>> =>
  callAccount(env, session, { type: 'option_order', orderNo })

/** Orders settled since `from`. */
export const countOptions = (env: Env, session: Session, from: number): Promise<Outcome<OptionCount>> =>
  callAccount(env, session, { type: 'options_count', from })

/** Those that ended, newest first. */
export const listEndedOptions = (
  env: Env,
  session: Session,
  filter: ListPart & { readonly symbol: string | null; readonly isSettledOnly: boolean },
): Promise<Outcome<Page<OptionRow>>> => callAccount(env, session, { type: 'options_ended', ...filter })
