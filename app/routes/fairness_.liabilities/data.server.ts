// Loader of the liabilities page: roots by day, and the newest tree's assets; public, without user data.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { assetFigures, readLiabilities } from '#services/liabilities/proofs'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { trees, assets } = await readLiabilities(env)
  return {
    texts: broughtTexts(readLanguage(request), 'fairness'),
    title: titleOf(request, 'fairness', 'liabilities_title'),
    trees,
    assets: assets.map((asset) => ({ code: asset.code, ...assetFigures(asset) })),
  }
}
