// Shared loader code of NFT sale pages: the work, its sale, and the visitor's balance.

import { data } from '@remix-run/cloudflare'
import { type Amount, ZERO, parseAmount } from '#domain/money/amount'
import { NFT_WALLET } from '#domain/nft/auction'
import { findTraded, workKey } from '#services/nft/trading'
import { listBalances } from '#services/wallet'
import type { Session } from '#session/session'
import { broughtTexts } from '../text/words.server'
import { areAmountsHidden, readLanguage, valueOf } from '../visitor/visitor.server'

/** Resales are priced in USDT. */
const SALE_ASSET = { id: 3, code: 'USDT', scale: 6 } as const

/** What the paying wallet has of an asset. */
export function availableOf(
  sheet: {
    readonly lines: readonly { readonly wallet: string; readonly assetId: number; readonly available: string }[]
  },
  asset: { readonly id: number; readonly code: string; readonly scale: number },
): Amount {
  const line = sheet.lines.find((each) => each.wallet === NFT_WALLET && each.assetId === asset.id)
  const parsed = parseAmount(asset, line?.available ?? '0')
  return parsed.ok ? parsed.value : ZERO
}

export async function loadTraded(request: Request, env: Env, { session, key }: { session: Session; key: string }) {
  const shown = key === '' ? null : await findTraded(env, workKey(key))
  if (!shown) throw data(null, { status: 404 })
  const asset = shown.lot?.asset ?? SALE_ASSET
  const sheet = valueOf(request, await listBalances(env, session))
  const language = readLanguage(request)
  const { work, artist, lot } = shown
  return {
    texts: broughtTexts(language, 'lots'),
    language,
    work: { ...work, royalty: work.royalty },
    artist: { nickname: artist.nickname, userId: artist.userId },
    // Bidders are private.
    lot: lot && { ...lot, highestBidderId: null, winnerId: null },
    asset,
    available: availableOf(sheet, asset),
    userId: session.userId,
    isHidden: areAmountsHidden(request),
    commandId: crypto.randomUUID(),
    now: Date.now(),
  }
}
