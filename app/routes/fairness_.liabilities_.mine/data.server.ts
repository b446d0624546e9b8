// Loader of own proofs of liabilities: for their user alone, checked by the page.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { provenSums } from '#domain/liabilities/proof'
import { formatTrimmed } from '#domain/money/amount'
import { readProofs } from '#services/liabilities/proofs'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage, requireLiveSession } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireLiveSession(request, env)
  const found = await readProofs(env, session.userId)
  const proofs = found?.proofs ?? []
  return {
    texts: broughtTexts(readLanguage(request), 'fairness'),
    title: titleOf(request, 'fairness', 'mine_title'),
    tree: found && { day: found.tree.day, root: found.tree.root },
    account: session.userId,
    holdings: proofs.map((proof) => {
      const { equity, debt } = provenSums(proof)
      const text = (value: typeof equity) => formatTrimmed(proof.asset, value)
      return { code: proof.asset.code, equity: text(equity), debt: text(debt), body: JSON.stringify(proof) }
    }),
  }
}
