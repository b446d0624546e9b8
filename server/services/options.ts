// Options as people and clients ask for them: text in, rows of the Account room out. Adds the terms of the moment, then makes one call to the
// user's Account. It decides nothing about money.

import { parseAmount, encodeAmount } from '#domain/money/amount'
import { type OptionDirection, type OptionDuration, type OptionTerms, checkStake } from '#domain/options/terms'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Page } from '#party/protocol/account'
import type { OptionProposal, OptionRow, StoredOptionTerms } from '#party/protocol/options'
import type { Session } from '#session/session'
import { askAccount, askCommand } from './account-room'
import { checkGate } from './gates'
import { findOptionTerms } from './options-terms'
import { indexPrices } from './quotes'

/** An order in text. */
export interface OptionForm {
  readonly symbol: string
  readonly direction: OptionDirection
  readonly seconds: number
  readonly stake: string
}

interface Asking {
  readonly commandId: string
  readonly form: OptionForm
  /** Where the user is, as ISO 3166 or empty. */
  readonly country: string
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

async function readOption(
  env: Env,
  { form, country }: Asking,
): Promise<Outcome<{ readonly asked: AskedOption; readonly bounds: Bounds }>> {
  const admitted = await checkGate(env, 'options', country)
  if (!admitted.ok) return admitted
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

/** What of an order its client said, whatever the terms are. */
const saidOf = ({ form: { symbol, direction, seconds } }: Asking) => ({ symbol, direction, seconds })

/** Answers once the order has begun. */
export const placeOption = (env: Env, session: Session, asking: Asking): Promise<Outcome<OptionRow>> =>
  askCommand(env, session, { type: 'place_option', commandId: asking.commandId, said: saidOf(asking) }, async () => {
    const read = await readOption(env, asking)
    return read.ok ? done(read.value.asked) : read
  })

/** Terms of an order that hold for five seconds, whatever the desk changes. */
export async function proposeOption(
  env: Env,
  session: Session,
  asking: Asking,
): Promise<Outcome<OptionProposal & { readonly asked: AskedOption; readonly bounds: Bounds }>> {
  const read = await readOption(env, asking)
  if (!read.ok) return read
  const { commandId } = asking
  const proposed = await askAccount(env, session, { type: 'propose_option', commandId, ...read.value.asked })
  return proposed.ok ? done({ ...proposed.value, ...read.value }) : proposed
}

export function takeOptionProposal(
  env: Env,
  session: Session,
  {
    country,
    commandId,
    proposalId,
  }: { readonly commandId: string; readonly proposalId: string; readonly country: string },
): Promise<Outcome<OptionRow>> {
  const named = { type: 'take_option_proposal', commandId, said: { proposalId } } as const
  return askCommand(env, session, named, async () => {
    const admitted = await checkGate(env, 'options', country)
    return admitted.ok ? done({ proposalId }) : admitted
  })
}

/** Pending and running ones. */
export const listLiveOptions = (env: Env, session: Session): Promise<Outcome<readonly OptionRow[]>> =>
  askAccount(env, session, { type: 'options_live' })

export const findOption = (env: Env, session: Session, orderNo: number): Promise<Outcome<OptionRow>> =>
  askAccount(env, session, { type: 'option_order', orderNo })

/** Those that ended, newest first. */
export const listEndedOptions = (
  env: Env,
  session: Session,
  filter: {
    readonly symbol: string | null
    readonly isSettledOnly: boolean
    readonly page: number
    readonly limit: number
  },
): Promise<Outcome<Page<OptionRow>>> => askAccount(env, session, { type: 'options_ended', ...filter })
