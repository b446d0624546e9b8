// Reads the bounds of the game.

import type { Catalogue } from '#domain/catalogue'
import type { GameTerms } from '#domain/game/rules'
import { openDirectory } from './directory'
import { gameTerm } from './game-schema'

/** Undefined while its asset is unlisted. */
export async function loadGameTerms(db: D1Database, catalogue: Catalogue): Promise<GameTerms | undefined> {
  const row = await openDirectory(db).select().from(gameTerm).get()
  const asset = catalogue.assets.find(({ code }) => code === row?.asset)
  if (!row || !asset) return undefined
  const { stakeMin, stakeMax, gainMax, isOpen } = row
  return { asset: { id: asset.id, code: asset.code, scale: asset.scale }, stakeMin, stakeMax, gainMax, isOpen }
}
