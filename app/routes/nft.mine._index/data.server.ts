// Loader and actions of own NFT trading: won auctions to pay, own works, own bids.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { redirect } from '@remix-run/cloudflare'
import { salePhase } from '#domain/nft/artwork'
import { marginOfBid, restToPay } from '#domain/nft/auction'
import { openBox } from '#services/nft/boxes'
import { type BidWithWork, listBidsWithWorks } from '#services/nft/own'
import { listOrders, listOwnWorks, markOrderRead, payOrder } from '#services/nft/trading'
import { id } from '#services/input'
import type { FundsAnswer } from '../../forms/funds'
import { readPageId } from '../../forms/command-id.server'
import { answerOf } from '../../forms/funds-pages.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import {
  areAmountsHidden,
  fieldOf,
  readLanguage,
  readLiveForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'
import { readSent, refuseIntent } from '../../forms/form-input.server'

const SHOWN = { page: 1, limit: 50 } as const
const DONE = ['bought', 'paid', 'on_sale', 'opened'] as const

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const now = Date.now()
  const [orders, works, bids] = await Promise.all([
    listOrders(env, session, SHOWN),
    listOwnWorks(env, session, { ...SHOWN, now }),
    listBidsWithWorks(env, session, SHOWN),
  ])
  const rows = valueOf(request, orders)
  const unread = rows.filter(({ order }) => order.state === 'to_pay' && !order.isRead)
  await Promise.all(unread.map(({ order }) => markOrderRead(env, session, order.id)))
  const bidRows = valueOf(request, bids).rows
  const leading = new Set(bidRows.filter(isHighest).map(({ lot }) => lot.id))
  const asked = new URL(request.url).searchParams.get('done')
  return {
    texts: broughtTexts(readLanguage(request), 'lots'),
    title: titleOf(request, 'lots', 'mine_title'),
    orders: rows.map(({ order, work, lot, scale }) => ({
      ...{ id: order.id, state: order.state, price: order.price, payBy: order.payBy, isNew: !order.isRead },
      rest: restToPay({ price: order.price, margin: marginOfBid(lot, order.price) }),
      asset: { code: lot.asset, scale },
      work,
    })),
    works: valueOf(request, works).rows.map(({ work, artist, lot }) => ({ work, artist: artist.nickname, lot })),
    bids: bidRows.map(({ bid, work, lot, asset }) => ({
      ...{ actNo: bid.actNo, price: bid.price ?? '0', at: bid.at },
      state: standOf({ bid, lot, isLeading: leading.has(lot.id), now }),
      current: lot.highest ?? lot.price,
      asset: { code: asset.code, scale: asset.scale },
      work,
    })),
    done: DONE.find((each) => each === asked) ?? null,
    isHidden: areAmountsHidden(request),
    language: readLanguage(request),
    commandId: crypto.randomUUID(),
    now,
  }
}

const isHighest = ({ bid, lot }: Pick<BidWithWork, 'bid' | 'lot'>): boolean =>
  lot.highest !== null && bid.price === lot.highest.toString()

interface Stand extends Pick<BidWithWork, 'bid' | 'lot'> {
  /** True if this or a later bid of the user leads. */
  readonly isLeading: boolean
  readonly now: number
}

function standOf({ bid, lot, isLeading, now }: Stand): 'leading' | 'raised' | 'outbid' | 'highest' | 'lost' {
  const isOver = salePhase(lot, now) === 'ended'
  if (isHighest({ bid, lot })) return isOver ? 'highest' : 'leading'
  if (isLeading) return 'raised'
  return isOver ? 'lost' : 'outbid'
}

const OWN = v.object({ id })

export async function action({ request, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env } = context
  const { session, form } = await readLiveForm(request, env)
  const intent = fieldOf(form, 'intent')
  if (intent !== 'pay' && intent !== 'open') return answerOf(request, form, refuseIntent(intent).refusal)
  const read = readSent(request, form, OWN)
  if (!read.ok) return answerOf(request, form, read.refusal)
  const { id } = read.value
  const isPaying = intent === 'pay'
  const outcome = isPaying
    ? await payOrder(env, session, { commandId: `${readPageId(form)}.${id}`, orderId: id })
    : await openBox(env, session, { key: id, now: Date.now() })
  throwIfSessionEnded(request, outcome)
  if (!outcome.ok) return answerOf(request, form, outcome.refusal)
  throw redirect(`/nft/mine?done=${isPaying ? 'paid' : 'opened'}`)
}
