// Fiat orders of users and clients: a quote is accepted with the payer's name, then the payment voucher is uploaded.
// Staff check the payment (review.ts); the sweep completes steps interrupted by a crash.

import type { ListPart } from '#domain/list-part'
import {
  type BuyOrderRow,
  expireBuyOrders,
  findBuyOrder,
  findBuyOrderByCommand,
  insertBuyOrder,
  isBuyQuoteUsed,
  listBuyOrders,
  listUncreditedBuyOrders,
  listUnopenedBuyOrders,
  listUnnotifiedBuyOrders,
  noteBuyOrderNotified,
  openBuyReview,
  payBuyOrder,
} from '#db/platform/buy'
import { isVoucherUsed } from '#db/platform/deposit'
import { findUserById } from '#db/platform/user'
import { findPassedBasic } from '#db/platform/verification'
import { PAYER_FIELDS, type Payer, knownPayer, readPayer } from '#domain/buy/payer'
import { type BuyBank, BUY_WAITING_MAX, REFERENCE_BYTES, buyReference, shownBuyState } from '#domain/buy/terms'
import { type Outcome, done, refuse } from '#domain/outcome'
import { HOUR_MS } from '#domain/time'
import { checkFiatOrderCap, levelPassed } from '#domain/verification'
import type { Session } from '#session/session'
import { checkSession } from '../account-room'
import { type Swept, sweepRows, sweptTogether } from '../each-alone'
import { notify } from '../messages'
import { seal, unseal } from '../security/seal'
import { findUploadDigest } from '../uploads'
import { payAddressOf, prepareCheckout, cancelBuyCheckout } from './checkout'
import { creditBuyOrder } from './credit'
import { checkBuyGates, readBuyQuote, takeBuyQuote } from './routes'

/** Order as its owner sees it, with the decrypted payer. */
type Unshown = 'bank' | 'payer' | 'voucherDigest' | 'commandId' | 'quoteId' | 'checkoutId' | 'checkoutUrl' | 'paymentId'
export interface BuyOrder extends Omit<BuyOrderRow, Unshown> {
  readonly bank: BuyBank
  readonly payer: Payer
  /** Payment page at a provider; empty without one. */
  readonly payAddress: string
}

interface BuyForm {
  /** Token of a quote. */
  readonly quote: string
  readonly payer: Readonly<Record<string, string>>
}

interface Asking {
  readonly commandId: string
  readonly form: BuyForm
  /** ISO 3166 country of the user, or empty. */
  readonly country: string
}

/** Places an order; a quote opens one. A retry of the command returns the same order, even after its quote expired. */
export async function placeBuyOrder(
  env: Env,
  session: Session,
  { commandId, form, country }: Asking,
  now: number,
): Promise<Outcome<BuyOrder>> {
  const { userId } = session
  const [check, known, user] = await Promise.all([
    checkSession(env, session),
    findBuyOrderByCommand(env.DB, userId, commandId),
    findUserById(env.DB, userId),
  ])
  if (!check.ok) return check
  if (known) return repeated(env, known, form)
  const level = user ? levelPassed(user) : 0
  // Unverified users are asked for verification first, before other refusals.
  if (level === 0) return refuse('identity_check_needed')
  const taken = await takeBuyQuote(env, userId, form.quote, now)
  if (!taken.ok) return taken
  const { id: quoteId, route, asset, figures, terms } = taken.value
  const admitted = await checkBuyGates(env, route, country)
  if (!admitted.ok) return admitted
  const fits = checkFiatOrderCap(level, { scale: asset.scale, amount: figures.bought })
  if (!fits.ok) return fits
  const payer = readPayer(route.country, form.payer)
  if (!payer.ok) return payer

  await insertBuyOrder(env.DB, {
    userId,
    commandId,
    quoteId,
    reference: buyReference(crypto.getRandomValues(new Uint8Array(REFERENCE_BYTES))),
    country: route.country,
    currency: route.currency,
    kind: route.kind,
    rate: terms.rate,
    feeRate: terms.fee,
    pay: figures.pay,
    assetId: asset.id,
    fee: figures.fee,
    receives: figures.receives,
    bank: JSON.stringify(route.bank),
    payer: await seal(env, { use: 'buy_payer', userId }, JSON.stringify(payer.value)),
    createdAt: now,
    payUntil: now + route.payHours * HOUR_MS,
  })
  const row = await findBuyOrderByCommand(env.DB, userId, commandId)
  if (!row) {
    const isUsed = await isBuyQuoteUsed(env.DB, userId, quoteId)
    return isUsed ? refuse('buy_quote_used') : refuse('buy_orders_waiting', { max: String(BUY_WAITING_MAX) })
  }
  // If the checkout fails, the order still exists; its page offers a retry.
  await prepareCheckout(env, row, now)
  return repeated(env, (await findBuyOrder(env.DB, row.id)) ?? row, form)
}

/** Rejects a command id reused with another quote or payer. */
async function repeated(env: Env, row: BuyOrderRow, form: BuyForm): Promise<Outcome<BuyOrder>> {
  const [order, quote] = await Promise.all([readOrder(env, row), readBuyQuote(env, row.userId, form.quote)])
  const asked = readPayer(row.country, form.payer)
  const isSame = quote?.id === row.quoteId && asked.ok && isSamePayer(asked.value, order.payer)
  return isSame ? done(order) : refuse('command_id_reused')
}

const isSamePayer = (one: Payer, other: Payer): boolean => PAYER_FIELDS.every((field) => one[field] === other[field])

/** Prefill data of the payer form. */
export async function readKnownPayer(
  env: Pick<Env, 'DB'>,
  user: { readonly userId: number; readonly email: string | null; readonly mobile: string | null } | null,
): Promise<{ readonly verifiedName: string; readonly known: Payer }> {
  const name = (user && (await findPassedBasic(env.DB, user.userId)))?.name ?? ''
  return { verifiedName: name, known: knownPayer({ name, email: user?.email ?? '', phone: user?.mobile ?? '' }) }
}

/** Decrypted payer of an order; empty when the encryption secret changed. */
export async function readBuyPayer(env: Env, { userId, payer }: BuyOrderRow): Promise<Payer> {
  const text = await unseal(env, { use: 'buy_payer', userId }, payer)
  // Written from a Payer, above.
  return text === null ? {} : (JSON.parse(text) as Payer)
}

async function readOrder(env: Env, row: BuyOrderRow): Promise<BuyOrder> {
  const { voucherDigest: _digest, commandId: _command, quoteId: _quote, bank, ...rest } = row
  const { checkoutId: _checkout, checkoutUrl: _url, paymentId: _payment, ...shown } = rest
  const payer = await readBuyPayer(env, row)
  // Written from a BuyBank, above.
  return { ...shown, bank: JSON.parse(bank) as BuyBank, payer, payAddress: payAddressOf(env, row) }
}

/** Provider checkout URL of an order; opens a checkout if none exists. */
export async function openBuyCheckout(
  env: Env,
  session: Session,
  orderId: number,
  now: number,
): Promise<Outcome<BuyOrder>> {
  const [check, row] = await Promise.all([checkSession(env, session), findBuyOrder(env.DB, orderId)])
  if (!check.ok) return check
  if (row?.userId !== session.userId) return refuse('buy_order_not_found')
  if (row.kind === 'bank') return refuse('buy_order_not_open')
  // A repetition after payment gets the order again.
  if (row.checkoutUrl !== '' && ['review', 'paid', 'done'].includes(row.state)) return done(await readOrder(env, row))
  if (row.state !== 'to_pay') return refuse('buy_order_not_open')
  const prepared = await prepareCheckout(env, row, now)
  return prepared.ok ? done(await readOrder(env, (await findBuyOrder(env.DB, orderId)) ?? row)) : prepared
}

export async function cancelOwnBuyOrder(
  env: Env,
  session: Session,
  orderId: number,
  now: number,
): Promise<Outcome<BuyOrder>> {
  const taken = await cancelBuyCheckout(env, session, orderId, now)
  return taken.ok ? done(await readOrder(env, taken.value)) : taken
}

/** Stores the transfer voucher and opens the review; idempotent for the same voucher. */
export async function payForBuyOrder(
  env: Env,
  session: Session,
  { orderId, voucher }: { readonly orderId: number; readonly voucher: string },
  now: number,
): Promise<Outcome<BuyOrder>> {
  const [check, row, digest] = await Promise.all([
    checkSession(env, session),
    findBuyOrder(env.DB, orderId),
    findUploadDigest(env, session.userId, voucher),
  ])
  if (!check.ok) return check
  if (row?.userId !== session.userId) return refuse('buy_order_not_found')
  if (digest === null) return refuse('voucher_missing')
  await payBuyOrder(env.DB, { id: orderId, voucher: { reference: voucher, digest }, at: now })
  const paid = await findBuyOrder(env.DB, orderId)
  if (paid?.voucherDigest === digest) {
    if (paid.state === 'review' && paid.reviewedAt === null) await openBuyReview(env.DB, paid, now)
    return done(await readOrder(env, paid))
  }
  if (paid?.state !== 'to_pay' || paid.payUntil <= now) return refuse('buy_order_not_open')
  return (await isVoucherUsed(env.DB, digest)) ? refuse('voucher_used') : refuse('buy_order_not_open')
}

export async function listOwnBuyOrders(
  env: Env,
  session: Session,
  part: ListPart,
): Promise<Outcome<{ readonly rows: readonly BuyOrder[]; readonly total: number }>> {
  const [check, { rows, total }] = await Promise.all([
    checkSession(env, session),
    listBuyOrders(env.DB, session.userId, part),
  ])
  return check.ok ? done({ rows: await Promise.all(rows.map((row) => readOrder(env, row))), total }) : check
}

export async function findOwnBuyOrder(env: Env, session: Session, id: number): Promise<Outcome<BuyOrder>> {
  const [check, row] = await Promise.all([checkSession(env, session), findBuyOrder(env.DB, id)])
  if (!check.ok) return check
  return row?.userId === session.userId ? done(await readOrder(env, row)) : refuse('buy_order_not_found')
}

/** Expires unpaid orders and notifies buyers; opens reviews and credits that a crash prevented. */
export async function sweepBuyOrders(env: Env, limit: number, now: number): Promise<Swept> {
  await expireBuyOrders(env.DB, now)
  const [untold, unopened, uncredited] = await Promise.all([
    listUnnotifiedBuyOrders(env.DB, limit),
    listUnopenedBuyOrders(env.DB, limit),
    listUncreditedBuyOrders(env.DB, limit),
  ])
  const told = await sweepRows(untold, limit, {
    work: async (row) => {
      const { id, userId, reference, state } = row
      const kind = shownBuyState(row) === 'expired' ? 'buy_expired' : 'buy_failed'
      await notify(env, userId, { kind, facts: { order: reference }, ref: `buy:${id}:${state}` }, now)
      await noteBuyOrderNotified(env.DB, id)
    },
    failed: ({ id }) => `order with fiat ${id}: its buyer was not told`,
  })
  const opened = await sweepRows(unopened, limit, {
    work: (row) => openBuyReview(env.DB, row, now),
    failed: ({ id }) => `order with fiat ${id}: not yet before the desk`,
  })
  const credited = await sweepRows(uncredited, limit, {
    work: (row) => creditBuyOrder(env, row, now),
    failed: ({ id }) => `order with fiat ${id}: not yet credited`,
  })
  return sweptTogether([told, opened, credited])
}
