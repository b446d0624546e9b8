// Bids on a work: its sale, previous bids, and whether the visitor's margin is held.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { redirect } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { id } from '#services/input'
import { listLotBids } from '#services/nft/lots'
import { bidOnWork, listOwnBids, listStakes, workKey } from '#services/nft/trading'
import { checkForm } from '../../forms/taken-fields.server'
import type { FundsAnswer } from '../../forms/funds'
import { readSome } from '../../forms/form-input.server'
import { readPageId } from '../../forms/command-id.server'
import { answerOf, readDecimal } from '../../forms/funds-pages.server'
import { loadTraded } from '../../forms/nft-pages.server'
import { titleOf } from '../../text/title.server'
import { readLiveForm, requireSession, throwIfSessionEnded, valueOf } from '../../visitor/visitor.server'

const BIDS_SHOWN = 20

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const traded = await loadTraded(request, env, { session, key: params['id'] ?? '' })
  const { lot } = traded
  const isAuction = lot?.mode === 'auction'
  const asked = { lotId: lot?.id ?? null, page: 1, limit: BIDS_SHOWN }
  const [bids, own, stakes] = await Promise.all([
    isAuction ? listLotBids(env, lot.id, BIDS_SHOWN) : [],
    isAuction ? listOwnBids(env, session, asked) : null,
    listStakes(env, session),
  ])
  return {
    ...traded,
    title: titleOf(request, 'lots', 'bid_title'),
    bids: bids.map(({ seq, price, at, name, isDemo }) => ({ seq, price, at, name, isDemo })),
    /** Prices of own bids; bid prices within an auction are unique. */
    ownPrices: own ? valueOf(request, own).rows.flatMap(({ price }) => price ?? []) : [],
    /** Encoded; zero before the first bid. */
    heldMargin: valueOf(request, stakes).find(({ lotId }) => lotId === lot?.id)?.margin ?? '0',
    hasBid: new URL(request.url).searchParams.has('done'),
  }
}

/** The displayed sale. */
const SALE = v.object({ lot_id: id })

export async function action({ request, params, context }: ActionFunctionArgs): Promise<FundsAnswer> {
  const { env, place } = context
  const { session, form } = await readLiveForm(request, env)
  const key = params['id'] ?? ''
  const taken = await checkForm(env, session, form, { fields: ['amount', 'lot_id'] })
  const sale = taken.ok ? readSome(request, form, SALE) : taken
  const outcome = !sale.ok
    ? sale
    : await bidOnWork(env, session, {
        commandId: readPageId(form),
        key: workKey(key),
        lotId: sale.value.lot_id,
        country: place.country,
        form: { bid: readDecimal(request, form, 'amount') },
      })
  throwIfSessionEnded(request, outcome)
  if (!outcome.ok) return answerOf(request, form, outcome.refusal)
  throw redirect(`/nft/artworks/${key}/bid?done`)
}
